/** Name, line for the coverage table, and definition in q. */
type Definition = readonly [name: string, doc: string, source: string]

const NAMESPACE_Q: readonly Definition[] = [
  ['.Q.addmonths', 'a date so many months later', '{("d"$y+m)+x-"d"$m:"m"$x}'],
  ['.Q.w', 'memory in use, which is not told', '{`used`heap`peak`wmax`mmap`mphy`syms`symw!8#0}'],
  ['.Q.V', 'columns of a table as a dictionary', '{flip 0!$[-11h=type x;value x;x]}'],
  ['.Q.v', 'value of a name, a table as it is', '{$[-11h=type x;value x;x]}'],
  [
    '.Q.ff',
    'appends the columns of another table, with nulls',
    '{flip flip[x],(c!(count x)#/:0#/:flip[y]c:cols[y] except cols x)}',
  ],
  ['.Q.en', 'enumerates symbol columns over sym', '{.Q.ens[x;y;`sym]}'],
  [
    '.Q.ens',
    'enumerates symbol columns over a domain',
    `{[d;t;n]f:$[(-11h=type d)&":"=first string d;\` sv d,n;n];
      @[t;cols[t] where 11h=type each value flip t;{[f;v]f?v}f]}`,
  ],
]

const NAMESPACE_H: readonly Definition[] = [
  ['.h.br', 'a line break', '"<br>"'],
  ['.h.c0', 'a colour', '`024C7E'],
  ['.h.c1', 'a colour', '`958600'],
  ['.h.d', 'the delimiter of nested items', '" "'],
  ['.h.HOME', 'the folder of web pages', '"html"'],
  ['.h.logo', 'the header of pages', '"<a href=http://kx.com>kx.com</a>"'],
  ['.h.sc', 'characters that an URI may have', '"$-.+!*\'(),",.Q.an'],
  ['.h.sb', 'the style of the body', '"body{font:10pt verdana;text-align:justify}"'],
  [
    '.h.sa',
    'the style of anchors',
    '"a{text-decoration:none}a:link{color:024C7E}a:visited{color:024C7E}a:active{color:958600}"',
  ],
  [
    '.h.ty',
    'MIME types by the ends of names',
    `(!). flip(
      (\`htm;"text/html");(\`html;"text/html");(\`csv;"text/comma-separated-values");
      (\`txt;"text/plain");(\`xml;"text/plain");(\`xls;"application/msexcel");
      (\`gif;"image/gif");(\`jpg;"image/jpeg");(\`png;"image/png");(\`svg;"image/svg+xml");
      (\`js;"application/javascript");(\`css;"text/css");(\`json;"application/json");
      (\`pdf;"application/pdf");(\`swf;"application/x-shockwave-flash");
      (\`bin;"application/octet-stream");(\`zip;"application/zip"))`,
  ],
  ['.h.htc', 'text as an element', '{"<",n,">",y,"</",(n:.h.text1 x),">"}'],
  ['.h.text1', 'text of a name or a string', '{$[10h=type x;x;string x]}'],
  [
    '.h.hta',
    'the start of an element with attributes',
    `{"<",string[x],raze[{" ",string[x],"=",$[10h=abs type y;"\\"",y,"\\"";string y]}'[key y;value y]],">"}`,
  ],
  ['.h.htac', 'an element with attributes', '{.h.hta[x;y],z,"</",string[x],">"}'],
  ['.h.attr', 'an attribute, quoted when it is a string', '{$[10h=type x;"\\"",x,"\\"";string x]}'],
  ['.h.ha', 'an anchor', '{"<a href=",.h.attr[x],">",y,"</a>"}'],
  ['.h.hb', 'an anchor with a target', '{"<a target=v href=",.h.attr[x],">",y,"</a>"}'],
  ['.h.hc', 'escapes less-than', '{ssr[x;"<";"&lt;"]}'],
  ['.h.xs', 'escapes for XML', '{raze{$[x in"&<>";("&amp;";"&lt;";"&gt;")"&<>"?x;x]}each x}'],
  ['.h.hr', 'dashes as long as a text', '{count[x]#"-"}'],
  ['.h.nbr', 'no break', '{.h.htc[`nobr]x}'],
  ['.h.lines', 'lines as one string', '{raze x,\\:"\\n"}'],
  ['.h.pre', 'lines as they are', '{.h.htc[`pre].h.lines x}'],
  ['.h.xmp', 'lines as an example', '{.h.htc[`xmp].h.lines x}'],
  ['.h.text', 'lines as paragraphs', '{.h.lines .h.htc[`p]each x}'],
  [
    '.h.code',
    'what stands between tabs as code',
    '{" "sv @[p;1+2*til count[p:"\\t"vs x]div 2;{.h.htc[`code].h.nbr x}]}',
  ],
  [
    '.h.html',
    'a document',
    '{.h.htc[`html].h.htc[`head;.h.htc[`style;.h.sa,.h.sb]],.h.htc[`body;x]}',
  ],
  [
    '.h.http',
    'addresses in a text as anchors',
    `{" "sv {$[x like "http://*";.h.ha[x;x];x]}each " "vs x}`,
  ],
  [
    '.h.fram',
    'frames of a page',
    `{.h.htc[\`html].h.htc[\`head;.h.htc[\`title;x],"<frameset cols=\\"316,*\\"><frame src=\\"",
      z[0],"\\"><frame name=v src=\\"",z[1],"\\"></frameset>"]}`,
  ],
  [
    '.h.hug',
    'every character as it goes into an URI that may have these',
    '{c!{$[y in x;enlist y;"%",string"x"$y]}[x]each c:"c"$til 256}',
  ],
  ['.h.hu', 'escapes what an URI may not have', '{raze .h.hug[.h.sc]x}'],
  [
    '.h.uh',
    'puts back what was escaped in an URI',
    `{raze enlist[first p],{("c"$16 sv .Q.nA?upper 2#x),2_x}each 1_p:"%"vs x}`,
  ],
  [
    '.h.hn',
    'a response with its status',
    `{"HTTP/1.1 ",x,"\\r\\nContent-Type: ",$[count t:.h.ty y;t;"application/octet-stream"],
      "\\r\\nConnection: close\\r\\nContent-Length: ",string[count z],"\\r\\n\\r\\n",z}`,
  ],
  ['.h.hy', 'a response with content', '{.h.hn["200 OK";x;y]}'],
  ['.h.he', 'the response to a bad request', `{.h.hn["400 Bad Request";\`txt;"'",.h.hc x]}`],
  [
    '.h.hp',
    'a response with lines as they are',
    '{.h.hy[`htm].h.htc[`html].h.htc[`head;.h.htc[`style;.h.sb]],.h.htc[`body;.h.pre x]}',
  ],
  [
    '.h.ka',
    'the headers of a connection that stays open',
    `{"Keep-Alive\\r\\nKeep-Alive: timeout=",string x div 1000}`,
  ],
  ['.h.iso8601', 'a timestamp as ISO 8601', '{@[string"p"$x;4 7 10;:;"--T"]}'],
  [
    '.h.flat',
    'columns of a table, nested items joined',
    `{$[98h=type x;flip k!{$[(0h=type x)&not 10h=type first x;.h.d sv'string x;x]}'[(flip x)k:cols x];
      x]}`,
  ],
  [
    '.h.delimited',
    'lines of texts with a delimiter',
    `{[d;x]t:$[98h=type x;enlist[string cols x],flip{$[10h=type first x;x;string x]}each value flip x;
      flip{$[10h=type x;enlist each x;10h=type first x;x;string x]}each x];d sv't}`,
  ],
  ['.h.cd', 'lines with commas', '{.h.delimited[",";.h.flat$[.Q.qt x;0!x;x]]}'],
  ['.h.td', 'lines with tabs', '{.h.delimited["\\t";.h.flat$[.Q.qt x;0!x;x]]}'],
  [
    '.h.xd',
    'XML of a table',
    `{enlist["<R>"],({.h.htc[\`r]raze key[x]{.h.htc[x].h.xs$[10h=type y;y;string y]}'value x}
      each 0!x),enlist"</R>"}`,
  ],
  [
    '.h.es',
    'a sheet of a workbook',
    `{[n;x].h.htac[\`Worksheet;(enlist\`$"ss:Name")!enlist string n;
    .h.htc[\`Table;raze{.h.htc[\`Row;raze .h.ec each x]}each enlist[cols t],flip value flip t:0!x]]}`,
  ],
  [
    '.h.ec',
    'a cell of a workbook',
    `{.h.htc[\`Cell;.h.htac[\`Data;
    (enlist\`$"ss:Type")!enlist$[(type x)in -5 -6 -7 -8 -9h;"Number";"String"];
    .h.xs$[10h=type x;x;string x]]]}`,
  ],
  [
    '.h.ex',
    'a workbook around its sheets',
    `{("<?xml version=\\"1.0\\"?><?mso-application progid=\\"Excel.Sheet\\"?>";
      "<Workbook xmlns=\\"urn:schemas-microsoft-com:office:spreadsheet\\" xmlns:o=\\"urn:"
      ,"schemas-microsoft-com:office:office\\" xmlns:x=\\"urn:schemas-microsoft-com:office:excel\\""
      ," xmlns:ss=\\"urn:schemas-microsoft-com:office:spreadsheet\\">",x,"</Workbook>")}`,
  ],
  ['.h.ed', 'a workbook of a table', '{.h.ex .h.es[`Sheet1]x}'],
  ['.h.edsn', 'a workbook of tables by name', `{.h.ex raze .h.es'[key x;value x]}`],
  [
    '.h.tx',
    'what makes lines of a table, by type',
    `\`raw\`json\`csv\`txt\`xml\`xls!(enlist;{.j.j each$[.Q.qt x;0!x;x]};.h.cd;.h.td;.h.xd;.h.ed)`,
  ],
  ['.h.xt', 'what reads lines, by type', "{$[`json=x;.j.k each y;'`nyi]}"],
  [
    '.h.jx',
    'a page of a table from a row on',
    `{[j;x]n:count t:value x;a:{"<a href=\\"?[",string[x],"\\">",y,"</a> "};
      l:a[0;"home"],a[0|j-32;"up"],a[0|(n-32)&j+32;"down"],a[0|n-32;"end"],string[n],"[",string[j],"]";
      (l;""),"\\n"vs -1_.Q.s 32 sublist j _t}`,
  ],
  ['.h.val', 'the value of the text of a request', '{value x}'],
  ['.h.q', 'the name of the variable of a page', '`'],
]

/** The members of system namespaces that are written in q. */
export const DEFINITIONS: readonly Definition[] = [...NAMESPACE_Q, ...NAMESPACE_H]
