// Writes the demo's reviews as people do: some say two words and others tell a story, each in a manner of their own.
import texts from './demo-reviews.json' with { type: 'json' }

type Score = keyof typeof texts.openings
type Reviewed = { name: string; description: string; specs: readonly { name: string; value: string }[] }

/** Sentences with the first are said only of products whose page has the second. */
const onlyOf = texts.onlyOf.map((pair) => pair.map((pattern) => new RegExp(pattern, 'i')) as [RegExp, RegExp])

/** Slips and shortcuts of who writes in a hurry. */
const slips: readonly (readonly [RegExp, string])[] = [
  [/\bexcelente/gi, 'exelente'],
  [/\bporque\b/g, 'xq'],
  [/\bque\b/g, 'q'],
  [/\btambién\b/g, 'tmb'],
  [/\bhaber\b/g, 'aver'],
  [/,/g, ''],
]
const manners: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase().replaceAll(/[áéíóú]/g, (letter) => letter.normalize('NFD').charAt(0)),
  (text) => text.replace(/\.$/, '!!'),
  (text) => text.replace(/\.$/, ''),
  (text) => slips.reduce((slipped, [right, wrong]) => slipped.replaceAll(right, wrong), text),
  (text) => text,
  (text) => text.replaceAll('. ', ', ').replaceAll(/, \p{Lu}/gu, (start) => start.toLowerCase()),
]

function fitting(sentences: readonly string[], { name, description, specs }: Reviewed): string[] {
  const page = [
    name,
    description,
    ...specs.map((spec) => (spec.value === 'No' ? '' : `${spec.name} ${spec.value}`)),
  ].join(' ')
  return sentences.filter((said) => onlyOf.every(([word, needed]) => !word.test(said) || needed.test(page)))
}

/** Takes the sentence that was said least, so that few are heard twice. */
export class ReviewWriter {
  readonly #random: () => number
  readonly #said = new Map<string, number>()

  constructor(random: () => number) {
    this.#random = random
  }

  /** `user` chooses the manner; `score` from 1 to 5. */
  write(user: number, reviewed: Reviewed, score: number): string {
    const kind = texts.kinds.find(({ names }) => names.some((name) => reviewed.name.startsWith(name)))
    if (!kind) throw new Error(`no reviews for ${reviewed.name}`)
    const [good, fair, poor] = [
      fitting(kind.good, reviewed),
      fitting(kind.fair, reviewed),
      fitting(kind.poor, reviewed),
    ]
    const [first, second] = { 1: [poor, poor], 2: [poor, fair], 3: [fair, good], 4: [good, fair] }[score] ?? [
      good,
      good,
    ]
    const opening = texts.openings[String(score) as Score]
    const ending = score > 3 ? texts.endings.high : texts.endings.low
    const chance = this.#random()
    const [, said] = [
      [0.1, [opening]],
      [0.32, [first]],
      [0.62, [opening, first]],
      [0.84, [first, second]],
      [1, [opening, first, second, ending]],
    ].find(([limit]) => chance < Number(limit)) as [number, string[][]]
    const manner = manners[user % manners.length] ?? String
    return manner([...new Set(said.map((sentences) => this.#take(sentences)))].join(' '))
  }

  #take(sentences: readonly string[]): string {
    const countOf = (sentence: string) => this.#said.get(sentence) ?? 0
    const least = Math.min(...sentences.map(countOf))
    const fresh = sentences.filter((sentence) => countOf(sentence) === least)
    const chosen = fresh[Math.floor(this.#random() * fresh.length)] ?? ''
    this.#said.set(chosen, least + 1)
    return chosen
  }
}
