// The rules about shape: names that mean something, files, functions and folders that fit in a head, one reader of the environment.
import type { FunctionSpan, ParsedFile } from './parsed-file.ts'
import { folderOf, isGenerated, isIn, isTest, isTestMachinery, type Violation } from './source-file.ts'

/** Names that say nothing about what is inside. */
const drawerNames: ReadonlySet<string> = new Set([
  ...['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'lib', 'misc', 'types', 'constants'],
  ...['services', 'managers', 'base', 'index'],
])
const environmentReader = 'backend/config/process-environment.mjs'
/** In lines. */
const longestFile = 250
/** In lines. A screen is one component that lays out a page. */
const [longestFunction, longestScreen] = [40, 80]
/** In source files. A flat set of primitives is found by name, so it may be larger. */
const [largestFolder, largestSetOfPrimitives] = [15, 30]
const primitives = 'frontend/ui/'
const screens = 'frontend/screens/'

/** What is wrong with the name, the length, the functions and the reach of one file. */
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
    // In two pieces so that this line does not find itself.
    if (!line.includes(`process${'.env'}`)) return []
    return [{ rule: 'environment', path, line: at + 1, problem: `only ${environmentReader} reads the environment` }]
  })
}

function functionLengthProblems({ path, functions }: ParsedFile): Violation[] {
  const most = (name: string) => {
    const isScreen = path.endsWith('.tsx') && /^[A-Z]/.test(name) && isIn(path, screens)
    return isScreen ? longestScreen : longestFunction
  }
  // The body of describe() is a chapter, not a function: the tests in it are counted one by one.
  const isChapter = ({ name }: FunctionSpan) => isTest(path) && name === 'describe()'
  return functions
    .filter((each) => each.lines > most(each.name) && !isChapter(each))
    .map(({ name, line, lines }) => ({
      rule: 'function length',
      path,
      line,
      problem: `${name} has ${lines} lines: split it by meaning (at most ${most(name)})`,
    }))
}

/** The folders of `files` with more source files than a reader takes in; tests and what they are built from are not counted. */
export function folderProblems(files: readonly ParsedFile[]): Violation[] {
  const sources = files.filter(({ path }) => !isTest(path) && !isTestMachinery(path))
  const sizes = new Map<string, number>()
  for (const { path } of sources) sizes.set(folderOf(path), (sizes.get(folderOf(path)) ?? 0) + 1)
  return [...sizes].flatMap(([folder, size]): Violation[] => {
    const most = folder === primitives ? largestSetOfPrimitives : largestFolder
    if (size <= most) return []
    return [
      {
        rule: 'folder size',
        path: folder,
        line: 1,
        problem: `${size} source files: give some of them a folder (at most ${most})`,
      },
    ]
  })
}
