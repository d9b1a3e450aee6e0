import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import ts from '@typescript/typescript6'
import { ROOT, type TextFile } from '../tidy/files.ts'
import { circles, importGraph } from '../tidy/layers.ts'
import { importsOf, valueImportsOf } from '../tidy/syntax.ts'

/**
 * Counts what a reader of the code base meets: files, lines, exports, exports that no other file
 * imports, names that several files export, and import cycles of each part; members of the types
 * that an environment is made of.
 *
 * `--root FOLDER`, given several times, shows other checkouts beside this one.
 */
const { values } = parseArgs({ options: { root: { type: 'string', multiple: true } } })

const PARTS: Readonly<Record<string, (path: string) => boolean>> = {
  'src/env without phone worlds': (path) =>
    path.startsWith('src/env/') && !path.startsWith('src/env/phone-call'),
  'src/env, phone worlds': (path) => path.startsWith('src/env/phone-call'),
  'src/server': (path) => path.startsWith('src/server/'),
  'src/server/groups': (path) => path.startsWith('src/server/groups/'),
  'src/sim/math/grading': (path) => path.startsWith('src/sim/math/grading/'),
  'all of src': (path) => path.startsWith('src/'),
}

/** What the package exports: nobody here needs to import it. */
const ENTRIES = /^src\/(?:env|client|sim\/q|sim\/math\/grading)\/(?:index|library)\.ts$/
const CONTRACT = ['environment', 'task-data', 'audit', 'teaching', 'plugin', 'turn', 'transition']

const isTest = (path: string): boolean => /\.(?:test|fixture)\.tsx?$/.test(path)

function filesOf(root: string): readonly TextFile[] {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 } as const
  const { stdout } = spawnSync('git', ['ls-files', '-z', '*.ts', '*.tsx'], options)
  const paths = stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
  return paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, lines: text.split('\n') }
  })
}

const sourceOf = ({ path, text }: TextFile): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

/** The names that a file declares and exports. */
function exportsOf(file: TextFile): readonly string[] {
  return sourceOf(file).statements.flatMap((node): readonly string[] => {
    const isExported =
      ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (!isExported) return []
    if (ts.isVariableStatement(node)) {
      return node.declarationList.declarations.map(({ name }) => name.getText())
    }
    const { name } = node as ts.DeclarationStatement
    return name === undefined ? [] : [name.getText()]
  })
}

/** What a file imports or passes on, as `PATH NAME`; a whole module as `PATH *`. */
function usesOf(file: TextFile): readonly string[] {
  const source = sourceOf(file)
  const pathOf = (text: string): string => posix.normalize(posix.join(dirname(file.path), text))
  const imported = source.statements.flatMap((node): readonly string[] => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return []
    const named = node.moduleSpecifier
    if (named === undefined || !ts.isStringLiteral(named)) return []
    const list = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause
    if (list === undefined || !(ts.isNamedImports(list) || ts.isNamedExports(list))) {
      return [`${pathOf(named.text)} *`]
    }
    return list.elements.map(
      ({ name, propertyName }) => `${pathOf(named.text)} ${(propertyName ?? name).text}`,
    )
  })
  // What is imported when it is needed: `await import('./serve.ts')`.
  const late = [...file.text.matchAll(/\bimport\(\s*'(\.[^']+)'/g)]
  return [...imported, ...late.map(([, text = '']) => `${pathOf(text)} *`)]
}

/** Members of the interfaces that `definePlugin` takes, by name. */
function membersOf(files: readonly TextFile[]): string {
  const NAMES = new Set(['Environment', 'TaskData', 'Audit', 'Teaching', 'Plugin'])
  const found = CONTRACT.flatMap((name) =>
    files.filter(({ path }) => path === `src/env/${name}.ts`),
  )
  return found
    .flatMap((file) => sourceOf(file).statements)
    .flatMap((node) =>
      ts.isInterfaceDeclaration(node) && NAMES.has(node.name.text)
        ? [`${node.name.text} ${node.members.length}`]
        : [],
    )
    .join(', ')
}

function report(root: string): void {
  const all = filesOf(root)
  const uses = new Set(all.flatMap(usesOf))
  console.log(`\n${root}`)
  for (const [name, isPart] of Object.entries(PARTS)) {
    const own = all.filter(({ path }) => isPart(path) && !isTest(path))
    const lines = own.reduce((sum, { lines: { length } }) => sum + length - 1, 0)
    const exported = own.flatMap((file) => exportsOf(file).map((one) => `${file.path} ${one}`))
    const unused = exported.filter((one) => {
      const [path = ''] = one.split(' ')
      return !ENTRIES.test(path) && !uses.has(one) && !uses.has(`${path} *`)
    })
    const [cycles, ofValues] = [importsOf, valueImportsOf].map(
      (imports) => circles(importGraph(own, imports)).length,
    )
    const exports = `${exported.length} exports, ${unused.length} of them imported nowhere`
    const circling = `${cycles} import cycles, ${ofValues} of them of more than types`
    const names = exported.map((one) => one.split(' ')[1] ?? '')
    const repeated = new Set(names.filter((one, index) => names.indexOf(one) !== index)).size
    const naming = `${repeated} names exported by several files`
    console.log(`${name}: ${own.length} files, ${lines} lines, ${exports}, ${naming}, ${circling}`)
  }
  console.log(`members: ${membersOf(all)}`)
}

for (const root of [...(values.root ?? []), ROOT]) report(resolve(root))
