import { type Expression, type Function as FunctionNode, type Node, type Program, parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from './source-file.ts'

export interface ImportLine {
  readonly line: number
  readonly target: string
  readonly isTypeOnly: boolean
}

export interface FunctionSpan {
  /** Its own name, its owner's, or `call()` for an argument of a call. */
  readonly name: string
  readonly line: number
  readonly lines: number
}

export interface ParsedFile extends SourceFile {
  readonly imports: readonly ImportLine[]
  readonly functions: readonly FunctionSpan[]
  /** Lines of string literals and of the fixed parts of templates. */
  readonly strings: readonly { readonly line: number; readonly text: string }[]
}

type LineAt = (offset: number) => number

/** Throws a sentence with the path if `file` is not valid TypeScript. */
export function parseFile(file: SourceFile): ParsedFile {
  const { program, errors } = parseSync(file.path, file.text)
  if (errors[0]) throw new Error(`${file.path}: ${errors[0].message}`)
  const lineAt = lineCounter(file.text)
  return {
    ...file,
    imports: importsOf(program, lineAt),
    functions: functionsOf(program, lineAt),
    strings: stringsOf(program, lineAt),
  }
}

function lineCounter(text: string): LineAt {
  const lineOf = new Uint32Array(text.length + 1)
  for (let at = 0, line = 1; at <= text.length; at += 1) {
    lineOf[at] = line
    if (text[at] === '\n') line += 1
  }
  return (offset) => lineOf[offset] ?? 1
}

function importsOf(program: Program, lineAt: LineAt): ImportLine[] {
  const found: ImportLine[] = []
  const add = (source: Expression | null, isTypeOnly: boolean) => {
    if (source?.type !== 'Literal' || typeof source.value !== 'string') return
    found.push({ line: lineAt(source.start), target: source.value, isTypeOnly })
  }
  const areTypes = (kinds: (string | null | undefined)[]) => kinds.length > 0 && kinds.every((kind) => kind === 'type')
  new Visitor({
    ImportDeclaration({ source, importKind, specifiers }) {
      const kinds = specifiers.map((each) => (each.type === 'ImportSpecifier' ? each.importKind : 'value'))
      add(source, importKind === 'type' || areTypes(kinds))
    },
    ExportNamedDeclaration({ source, exportKind, specifiers }) {
      add(source, exportKind === 'type' || areTypes(specifiers.map((each) => each.exportKind)))
    },
    ExportAllDeclaration: ({ source, exportKind }) => add(source, exportKind === 'type'),
    ImportExpression: ({ source }) => add(source, false),
    TSImportType: ({ source }) => add(source, true),
  }).visit(program)
  return found
}

function functionsOf(program: Program, lineAt: LineAt): FunctionSpan[] {
  const found: FunctionSpan[] = []
  const names = new Map<Node | null, string>()
  const add = (node: Node, ownName?: string) => {
    const line = lineAt(node.start)
    found.push({ name: ownName ?? names.get(node) ?? 'a function', line, lines: lineAt(node.end) - line + 1 })
  }
  const addNamed = (node: FunctionNode) => add(node, node.id?.name)
  const nameMember = (member: { key: Node; value: Node | null }) => void names.set(member.value, nameOf(member.key))
  new Visitor({
    VariableDeclarator: ({ id, init }) => void names.set(init, nameOf(id)),
    MethodDefinition: nameMember,
    PropertyDefinition: nameMember,
    Property: nameMember,
    CallExpression({ callee, arguments: given }) {
      for (const argument of given) names.set(argument, `${nameOf(callee)}()`)
    },
    FunctionDeclaration: addNamed,
    FunctionExpression: addNamed,
    ArrowFunctionExpression: (node) => add(node),
  }).visit(program)
  return found
}

/** `describe` for `describe`, for `describe.for(cases)` and for the latter's result. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node.name
  if (node.type === 'MemberExpression') return nameOf(node.object)
  if (node.type === 'CallExpression') return nameOf(node.callee)
  return node.type === 'Literal' ? String(node.value) : 'a function'
}

function stringsOf(program: Program, lineAt: LineAt): ParsedFile['strings'] {
  const found: { line: number; text: string }[] = []
  const add = (start: number, text: string) => {
    for (const [index, line] of text.split('\n').entries()) found.push({ line: lineAt(start) + index, text: line })
  }
  new Visitor({
    Literal: ({ start, value }) => {
      if (typeof value === 'string') add(start, value)
    },
    TemplateElement: ({ start, value }) => add(start, value.raw),
  }).visit(program)
  return found
}
