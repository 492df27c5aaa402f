// For tests: everything a database holds as text, and where words stand in a text however they are encoded.
import type pg from 'pg'

/**
 * Every column of every row of every table, PostgreSQL's own (with its statistics) included, by table. Left out is the test mailbox:
 * it stands for the person's own, which lies with their provider.
 */
export async function textOfDatabase(ownerPool: pg.Pool): Promise<Map<string, string>> {
  await ownerPool.query('analyze')
  const { rows: tables } = await ownerPool.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'm') and nspname <> 'pg_toast' and c.oid is distinct from to_regclass('fake_mailbox.messages') order by 1`,
  )
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const rows =
      name === 'pg_catalog.pg_statistic' ? `where starelid is distinct from to_regclass('fake_mailbox.messages')` : ''
    const { rows: found } = await ownerPool.query<{ text: string | null }>(
      `select string_agg(t::text, E'\\n') as text from ${name} t ${rows}`,
    )
    texts.set(name, found[0]?.text ?? '')
  }
  return texts
}

/** The words (ASCII) that stand in the text: in any letter case, plain, percent-encoded or as hex; or in base64 of the usual spellings at any offset. */
export function tracesOf(text: string, words: readonly string[]): string[] {
  const lower = text.toLowerCase()
  return words.filter((word) => {
    const spellings = [word, word.toLowerCase(), word.toUpperCase()]
    const plain = [word, encodeURIComponent(word)].some((one) => lower.includes(one.toLowerCase()))
    return (
      plain || asHex(word).test(lower) || spellings.some((one) => asBase64(one).some((form) => text.includes(form)))
    )
  })
}

/** Finds the word's hex in a text that was lowered. */
function asHex(word: string): RegExp {
  const hex = (letter: string) => Buffer.from(letter).toString('hex')
  const letters = word.split('').map((letter) => `(?:${hex(letter.toLowerCase())}|${hex(letter.toUpperCase())})`)
  return new RegExp(letters.join(''))
}

/** The middle of a word's base64 at each of the three offsets, where its neighbours do not show. */
function asBase64(word: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(word)])
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3))
    const from = offset === 0 ? 0 : 4
    return [whole.toString('base64').slice(from), whole.toString('base64url').slice(from)]
  })
}
