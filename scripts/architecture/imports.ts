// Reads the import lines of a TypeScript file without a compiler.

export interface ImportLine {
  readonly line: number
  readonly target: string
  readonly isTypeOnly: boolean
}

const statement =
  /^(?:import\s+(?<clause>[\w\s{},*$]+?\s+from\s+)?|export\s+(?<passed>[\w\s{},*$]+?\s+from\s+))['"](?<target>[^'"\n]+)['"]/gm
const dynamic = /\bimport\(\s*['"](?<target>[^'"\n]+)['"]\s*\)/g

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function isTypeClause(clause: string): boolean {
  if (/^type\s+(?!from\b|,)/.test(clause)) return true
  const names = /^\{(?<names>[^}]*)\}\s+from\s+$/.exec(clause)?.groups?.names?.split(',') ?? []
  const given = names.map((name) => name.trim()).filter((name) => name !== '')
  return given.length > 0 && given.every((name) => name.startsWith('type '))
}

/** Every import and re-export of `text`, in order, with its line (from 1). */
export function importsOf(text: string): ImportLine[] {
  const found: ImportLine[] = []
  for (const match of text.matchAll(statement)) {
    const { clause, passed, target = '' } = match.groups ?? {}
    // Where a statement runs over several lines, its last one names the target.
    const line = lineAt(text, match.index + match[0].length)
    found.push({ line, target, isTypeOnly: isTypeClause(clause ?? passed ?? '') })
  }
  for (const match of text.matchAll(dynamic)) {
    found.push({ line: lineAt(text, match.index), target: match.groups?.target ?? '', isTypeOnly: false })
  }
  return found.sort((a, b) => a.line - b.line)
}

/** The project path that an import means, from the file at `from`; undefined for a package. */
export function resolveImport(from: string, target: string): string | undefined {
  if (target.startsWith('./')) return from.slice(0, from.lastIndexOf('/') + 1) + target.slice(2)
  return /^#(backend|frontend|scripts)\//.test(target) ? target.slice(1) : undefined
}

/** The package of an import: `hono` for `hono/cookie`, `@hono/node-server` for its parts, `node:` for Node's own. */
export function packageOf(target: string): string {
  if (target.startsWith('node:')) return 'node:'
  return target.split('/', target.startsWith('@') ? 2 : 1).join('/')
}
