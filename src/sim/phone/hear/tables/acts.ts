import { byName } from '../../../by-name.ts'

/**
 * Verbs that ask for much the same. A table of wishes names them with "@"; "~" lets up to four
 * words stand in between, as in "take it off".
 */
export const ACT_GROUPS: Readonly<Record<string, string>> = byName({
  '@change':
    'change|update|alter|amend|modify|adjust|edit|revise|correct|replace|renew|put|swap|switch|have~changed',
  '@correct':
    'correct|fix|rectify|amend|adjust|repair|change|revise|put~right|sort~out|clear up|look into|set right|fixed|remedy',
  '@fix':
    'fix|repair|solve|resolve|mend|restore|troubleshoot|sort~out|get~rid|put~right|look into|' +
    'look at|looked at|investigate|check|examine|inspect|find~out|get~working|see to|take~look|remedy|cure|sort out|deal with|make~stop',
  '@remove':
    'remove|take~off|taken~off|waive|drop|delete|lift|strike|reverse|cancel|forgive|erase|write~off|cancelled|see~removed|have~removed|scrap|let~go|clear|undo|end|make~disappear|leave~out',
  '@send':
    'send|sent|forward|mail|post|issue|provide|give|supply|pass~on|transmit|share|release|produce|' +
    'get~sent|transfer|email|print|attach|dispatch|hand~over|have~sent|make',
  '@learn':
    'find~out|tell|know|learn|hear|check|explain|inform|say|confirm|look~up|where is|where are|' +
    'where~gone|where~went|when will|how far|see whether|see if|look into|trace|locate|ask|clarify|' +
    'let~know|what happened|how is|how are',
  '@find':
    'find|found|trace|locate|track|hunt|search|look for|recover|look into|investigate|chase|start~search|open~trace|search for|look~for|find~out|have~traced|track down',
  '@report':
    'report|tell|note|notify|record|inform|register|log|let~know|flag|announce|complain|file|make~report|file~report|take~down|make~note',
  '@setup':
    'set~up|arrange|agree|organise|organize|establish|start|create|switch~on|turn~on|enable|make|' +
    'activate|enrol|enroll|enter into|work~out|offer|put~on|sign~up',
  '@stop':
    'stop|end|cancel|switch~off|turn~off|disable|deactivate|discontinue|quit|halt|unsubscribe',
  '@add':
    'add|include|put|enter|append|insert|record|register|note|attach|take~on|sign~up|put~down',
  '@move':
    'move|transfer|shift|switch|reassign|bring over|carry over|relocate|port|pass~on|migrate',
  '@raise':
    'raise|increase|lift|extend|up|boost|expand|lower|reduce|decrease|cut|change|adjust|set|double|bump~up|put~up|push~up|move~up|enlarge',
  '@review':
    'review|reconsider|reassess|assess|look at|looked at|look into|look~over|check|reduce|lower|' +
    'recalculate|examine|revise|evaluate|re evaluate|have~look|take~look|explain|look again|take~another look|look~over|check~over|see whether|rethink|reexamine|go over',
  '@cancel':
    'cancel|end|terminate|stop|quit|close|discontinue|call~off|withdraw|drop|give~up|get~out|wind up|bring~to end|give notice',
  '@apply': 'apply|borrow|take~out|request|start|submit|obtain|set~up|take out|put~in|file',
  '@book':
    'book|make|arrange|schedule|fix|set~up|reserve|see|give|offer|find|fit~in|fit|put~down|squeeze~in|get~in|have~seen',
  '@reschedule':
    'move|change|reschedule|postpone|rebook|shift|bring~forward|put~off|delay|push|switch|' +
    'cancel|advance|call~off|push~back|put~back|move~back|bring~forward|make~later',
  '@replace': 'replace|exchange|swap|reissue|renew|substitute|order|send|sent|issue|block',
  '@open':
    'open|file|make|submit|register|lodge|start|put~in|report|raise|begin|start~claim|make~claim|put in',
  '@return':
    'return|send~back|sent~back|give~back|bring~back|take~back|ship~back|hand~back|send back|get rid',
  '@pay':
    'pay|refund|reimburse|transfer|issue|process|give|credit|send|release|grant|pay~back|pay~out|apply|book',
  '@start':
    'start|begin|connect|install|set~up|activate|switch~on|turn~on|open|get~running|order|set up|hook~up|get~connected|put~in',
  '@join':
    'put~on|add|name|make|register~as|authorise|authorize|let|allow|permit|register|include|take~off|remove|drop',
})

/**
 * Verbs that wish for the thing itself. They are acts only where their clause has no other: in "he
 * wants to activate a new card" it is not the card that is wanted.
 */
export const DESIRES: readonly string[] = [
  'want',
  'need',
  'would like',
  'would love',
  'would prefer',
  'prefer',
  'request',
  'give me',
  'give us',
  'give him',
  'give her',
  'give them',
  'get me',
  'get us',
  'find me',
  'find us',
  'let~have',
  'require',
  'ask for',
  'wish for',
  'get',
  'got',
  'receive',
  'obtain',
  'please send',
  'could~have',
  'can~have',
  'may~have',
  'might~have',
  'like to have',
]
