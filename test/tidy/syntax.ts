import ts from '@typescript/typescript6'
import type { TextFile } from './files.ts'

/** A place in a file and what stands there. */
export interface Place {
  readonly line: number
  readonly text: string
}

/** A function and the lines it takes. */
export interface FunctionSize {
  readonly line: number
  readonly lines: number
  readonly name: string
}

const parse = (file: TextFile): ts.SourceFile =>
  ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true)

const lineOf = (source: ts.SourceFile, position: number): number =>
  source.getLineAndCharacterOfPosition(position).line + 1

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

/** Remembers what a file was found to have: several rules ask for it, and reading takes long. */
function once<Found>(find: (file: TextFile) => Found): (file: TextFile) => Found {
  const known = new WeakMap<TextFile, Found>()
  return (file) => {
    const found = known.get(file) ?? find(file)
    known.set(file, found)
    return found
  }
}

/** Every module that a file imports or re-exports, types included. */
export const importsOf = once((file): readonly Place[] =>
  ts.preProcessFile(file.text).importedFiles.map(({ fileName, pos }) => ({
    line: file.text.slice(0, pos).split('\n').length,
    text: fileName,
  })),
)

interface Syntax {
  readonly valueImports: readonly Place[]
  readonly functions: readonly FunctionSize[]
}

const syntaxOf = once((file): Syntax => {
  const source = parse(file)
  return { valueImports: valueImportsIn(source), functions: functionsIn(source) }
})

/** Every module of which a file imports or re-exports more than types. */
export const valueImportsOf = (file: TextFile): readonly Place[] => syntaxOf(file).valueImports

/** Every function of a file; the callbacks of `describe` are chapters, not functions. */
export const functionsOf = (file: TextFile): readonly FunctionSize[] => syntaxOf(file).functions

function valueImportsIn(source: ts.SourceFile): Place[] {
  return source.statements.flatMap((node) => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return []
    const named = node.moduleSpecifier
    if (named === undefined || !ts.isStringLiteral(named) || isOfTypes(node)) return []
    return [{ line: lineOf(source, node.getStart()), text: named.text }]
  })
}

function isOfTypes(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) {
    const named = node.exportClause
    if (node.isTypeOnly || named === undefined || !ts.isNamedExports(named)) return node.isTypeOnly
    return named.elements.every((element) => element.isTypeOnly)
  }
  const clause = node.importClause
  if (clause === undefined || clause.name !== undefined) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const bindings = clause.namedBindings
  return (
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.every((element) => element.isTypeOnly)
  )
}

function functionsIn(source: ts.SourceFile): FunctionSize[] {
  const found: FunctionSize[] = []
  walk(source, (node) => {
    if (!ts.isFunctionLike(node) || isChapter(node)) return
    const line = lineOf(source, node.getStart())
    const name = node.name?.getText() ?? 'a function without a name'
    found.push({ line, lines: lineOf(source, node.getEnd()) - line + 1, name })
  })
  return found
}

function isChapter(node: ts.Node): boolean {
  const { parent } = node
  return ts.isCallExpression(parent) && /^describe\b/.test(parent.expression.getText())
}

/** What makes a play differ from its replay: clocks, chance, the outside world, locales. */
export interface Banned {
  /** Names that may not be used as values. */
  readonly globals: ReadonlySet<string>
  /** Members that may not be used, whatever the object. */
  readonly members: ReadonlySet<string>
  /** Members of `Math` that engines may round differently, or that draw. */
  readonly mathMembers: ReadonlySet<string>
}

/** Every use of something banned, and every regular expression with Unicode properties. */
export function bannedIn(file: TextFile, banned: Banned): Place[] {
  if (!mentionOf(banned).test(file.text)) return []
  const source = parse(file)
  const found: Place[] = []
  walk(source, (node) => {
    if (isBanned(node, banned)) {
      found.push({ line: lineOf(source, node.getStart()), text: node.getText() })
    }
  })
  return found
}

const mentions = new WeakMap<Banned, RegExp>()

/** What a file without anything banned has nowhere, not even in a comment. */
function mentionOf(banned: Banned): RegExp {
  const known = mentions.get(banned)
  if (known !== undefined) return known
  const words = [...banned.globals, ...banned.members, ...banned.mathMembers]
  const mention = new RegExp(`\\b(?:${words.join('|')})\\b|\\\\p`, 'i')
  mentions.set(banned, mention)
  return mention
}

function isBanned(node: ts.Node, banned: Banned): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    const member = node.name.text
    const onMath = node.expression.getText() === 'Math'
    return banned.members.has(member) || (onMath && banned.mathMembers.has(member))
  }
  if (ts.isRegularExpressionLiteral(node)) return /\\p\{/i.test(node.text)
  return ts.isIdentifier(node) && banned.globals.has(node.text) && isValue(node)
}

function isValue(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) {
    return parent.name !== node
  }
  return !ts.isMethodDeclaration(parent) && !ts.isPropertyDeclaration(parent)
}
