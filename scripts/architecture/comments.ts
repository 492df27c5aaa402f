// The rules about comments: each names its subject, and the whole source has few of them, in plain sentences.
import { isGenerated, isTest, isTestMachinery, type SourceFile, type Violation } from './source-file.ts'

/** Lower these whenever the figures fall; never raise them. */
export const commentLimits = { perHundredLines: 5, functionWordPercent: 4, relativeWordsPerSentence: 0.3 }

const hiddenSubject = /^(What|Of|Where|Who|Whoever|Those|Nobody)\b/
const functionWord =
  /^(What|Of|Where|Who|Whoever|Those|Nobody|Whether|How|That|Which|Without|As|From|For|With|By|In|Until|Beside|Before|After|While|Since|Else)\b/
const relativeWord = /\b(that|which|what|who|whom|whose|where|it|those)\b/gi
const commentLine = /^\s*(?:\/\/|\/\*\*?|\*)(?!\/)\s?(.*?)(?:\*\/)?$/
const toolMark = /biome-ignore|@ts-/

export function openerProblems(file: SourceFile): Violation[] {
  if (!isSource(file)) return []
  return commentsOf(file).flatMap(({ line, text }): Violation[] => {
    const word = hiddenSubject.exec(text)?.[1]
    if (!word) return []
    return [{ rule: 'comments', path: file.path, line, problem: `a comment opens with '${word}': say who acts` }]
  })
}

export function figureProblems(files: readonly SourceFile[], limits = commentLimits): Violation[] {
  const sources = files.filter(isSource)
  const comments = sources.flatMap(commentsOf)
  const lines = sources.reduce((sum, { text }) => sum + text.split('\n').length, 0)
  const sentences = comments
    .flatMap(({ text }) => text.split(/(?<=[.;:])\s+/))
    .filter((one) => /\S+\s+\S+\s+\S/.test(one))
  const relatives = sentences.reduce((sum, one) => sum + (one.match(relativeWord)?.length ?? 0), 0)
  const figures = {
    perHundredLines: (100 * comments.length) / lines,
    functionWordPercent: (100 * comments.filter(({ text }) => functionWord.test(text)).length) / comments.length,
    relativeWordsPerSentence: relatives / sentences.length,
  }
  return Object.entries(limits).flatMap(([name, most]): Violation[] => {
    const figure = figures[name as keyof typeof figures]
    if (!(figure > most)) return []
    const problem = `${name} of all comments is ${figure.toFixed(2)}, at most ${most}: delete or reword some`
    return [{ rule: 'comments', path: 'scripts/architecture/comments.ts', line: 1, problem }]
  })
}

const isSource = ({ path }: SourceFile) => !isTest(path) && !isTestMachinery(path) && !isGenerated(path)

/** Comments on lines of their own; adjacent lines are one comment. */
function commentsOf({ text }: SourceFile): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = []
  let last = -1
  for (const [at, line] of text.split('\n').entries()) {
    const words = commentLine.exec(line)?.[1]?.trim()
    if (words === undefined || toolMark.test(words)) continue
    const open = last === at - 1 ? found.at(-1) : undefined
    last = at
    if (open) open.text = `${open.text} ${words}`.trim()
    else found.push({ line: at + 1, text: words })
  }
  return found.filter((comment) => comment.text !== '')
}
