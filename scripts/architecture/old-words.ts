// Refuses words of our own where the field has one; docs/GLOSSARY.md explains the field's.
import type { SourceFile, Violation } from './source-file.ts'

/** Old identifiers, file names and phrases, by their replacement. */
const oldWords: Readonly<Record<string, RegExp>> = {
  actor: /\b[Dd]oers?\b/,
  'admission control': /\bDoor(Settings)?\b|http\/door\b|\bat the door\b/,
  batch: /\b[Gg]athered(Reads|Rows)\b|\b(gathered|joined) reads\b|\bJoinedReads\b/,
  'cached answers': /\bKeptByRow\b|\bkept-by-row\b|\bmayKeepAnother\b/,
  filter: /\binterest\.ts\b|\bInterests?\b/,
  hydration: /\b[Tt]aking over\b|\btakingOver\b/,
  'idempotency record': /\bKeptAnswers?\b|\bkeptAnswers\b|\bkept[ -]answers?\b|\bauth\.kept_answers\b/,
  index: /\b(everySlot|slotOf|slotsUpTo|SlotBits|SlotTest)\b/,
  'in-memory catalogue': /\bHeld(Catalogue|Products|State|Facet)\b|\bCatalogueHolder\b|\bheld[ -]catalogue\b/,
  'mask, reveal': /\buncoverPersonalData\b|\bPersonalDataUncovered\b|\bcoverPerson\b|\bcoveredDifference\b/i,
  'published, worded, reported': /\bTold[A-Z]\w*|\btold-(events|products|report|tests)\b/,
  'query budget': /\b[Qq]uestion[ -]?[Tt]ime\b/,
  range: /\bStretch\b|\bstretch(es|esOf|Query)\b/,
  readers: /\bAudience\b|\/audience\.ts\b/,
  repair: /\b[Mm]ending\b/,
  'start context': /\b[Ss]urroundings\b/,
  status: /\bOrderStanding\b/,
}

export function oldWordProblems({ path, text }: SourceFile): Violation[] {
  if (/^scripts\/architecture\/old-words(\.test)?\.ts$/.test(path)) return []
  return `${path}\n${text}`.split('\n').flatMap((content, line): Violation[] =>
    Object.entries(oldWords).flatMap(([word, old]) => {
      const found = old.exec(content)?.[0]
      if (!found) return []
      return [{ rule: 'names', path, line: Math.max(1, line), problem: `'${found}' is an old word: say ${word}` }]
    }),
  )
}
