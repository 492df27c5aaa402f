import type { ParsedFile } from './parsed-file.ts'
import type { Violation } from './source-file.ts'
import { resolveImport } from './walls.ts'

export function cycleProblems(files: readonly ParsedFile[]): Violation[] {
  const known = new Map(files.map((file) => [file.path, file]))
  const done = new Set<string>()
  const found: Violation[] = []
  function visit(file: ParsedFile, trail: readonly string[]): void {
    if (done.has(file.path)) return
    const way = [...trail, file.path]
    for (const { target, line, isTypeOnly } of file.imports) {
      const to = known.get(resolveImport(file.path, target) ?? '')
      if (!to || isTypeOnly) continue
      const start = way.indexOf(to.path)
      if (start === -1) visit(to, way)
      else {
        const problem = `cycle: ${[...way.slice(start), to.path].join(' -> ')}`
        found.push({ rule: 'cycles', path: file.path, line, problem })
      }
    }
    done.add(file.path)
  }
  for (const file of files) visit(file, [])
  return found
}
