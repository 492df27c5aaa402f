import type { FunctionSpan, ParsedFile } from './parsed-file.ts'
import { folderOf, isGenerated, isIn, isTest, isTestMachinery, type Violation } from './source-file.ts'

const drawerNames: ReadonlySet<string> = new Set([
  ...['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'lib', 'misc', 'types', 'constants'],
  ...['services', 'managers', 'base', 'index'],
])
const environmentReader = 'backend/config/process-environment.mjs'
const longestFile = 250
/** Lines; a screen is one component that lays out a page. */
const [longestFunction, longestScreen] = [40, 80]
/** Source files. */
const largestFolder = 15
const screens = 'frontend/screens/'

export function shapeProblems(file: ParsedFile): Violation[] {
  return [
    ...nameProblems(file),
    ...fileLengthProblems(file),
    ...functionLengthProblems(file),
    ...environmentProblems(file),
  ]
}

function nameProblems({ path }: ParsedFile): Violation[] {
  const drawer = path.split('/').find((part) => drawerNames.has(part.split('.')[0] ?? ''))
  return drawer ? [{ rule: 'names', path, line: 1, problem: `the name '${drawer}' does not say what is inside` }] : []
}

function fileLengthProblems({ path, text }: ParsedFile): Violation[] {
  const lines = text.trimEnd().split('\n').length
  if (lines <= longestFile || isTest(path) || isTestMachinery(path) || isGenerated(path)) return []
  const problem = `${lines} lines: split it (at most ${longestFile})`
  return [{ rule: 'file length', path, line: longestFile + 1, problem }]
}

function environmentProblems({ path, text }: ParsedFile): Violation[] {
  if (path === environmentReader) return []
  return text.split('\n').flatMap((line, at): Violation[] => {
    // Split, so that the rule doesn't match itself.
    if (!line.includes(`process${'.env'}`)) return []
    return [{ rule: 'environment', path, line: at + 1, problem: `only ${environmentReader} reads the environment` }]
  })
}

function functionLengthProblems({ path, functions }: ParsedFile): Violation[] {
  const most = (name: string) => {
    const isScreen = path.endsWith('.tsx') && /^[A-Z]/.test(name) && isIn(path, screens)
    return isScreen ? longestScreen : longestFunction
  }
  // A describe() body is a chapter, not a function; its tests count one by one.
  const isChapter = ({ name }: FunctionSpan) => isTest(path) && name === 'describe()'
  const tooLong = functions.filter((each) => each.lines > most(each.name) && !isChapter(each))
  return tooLong.map(({ name, line, lines }) => {
    const problem = `${name} has ${lines} lines: split it by meaning (at most ${most(name)})`
    return { rule: 'function length', path, line, problem }
  })
}

/** Reports folders with too many source files; tests and their machinery don't count. */
export function folderProblems(files: readonly ParsedFile[]): Violation[] {
  const sources = files.filter(({ path }) => !isTest(path) && !isTestMachinery(path))
  const sizes = new Map<string, number>()
  for (const { path } of sources) sizes.set(folderOf(path), (sizes.get(folderOf(path)) ?? 0) + 1)
  return [...sizes].flatMap(([folder, size]): Violation[] => {
    if (size <= largestFolder) return []
    const problem = `${size} source files: give some of them a folder (at most ${largestFolder})`
    return [{ rule: 'folder size', path: folder, line: 1, problem }]
  })
}
