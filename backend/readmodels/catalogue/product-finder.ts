// What a search means: which products it finds and which of them come first. Names that contain the text win; words follow.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#backend/readmodels/database.ts'
import { listSynonyms, readSynonyms, type Synonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import { shown } from './catalogue-filter.ts'
import { beginsPattern, containsPattern } from './catalogue-text.ts'
import { asQuery, inTitle, isOneSlip, searchedWords, slipsOf } from './search-words.ts'

/** rank: ascending; null: the products' own order. */
export type Found = { where: Expression<SqlBool>; rank: RawBuilder<unknown> | null }

/** More words than anybody types would only make the query long. */
const maxWords = 12
/** There are 70 ways to choose half of so many. */
const maxHalved = 8

const allWords = sql`array_to_tsvector(string_to_array(words, ' '))`
const nameWords = sql`array_to_tsvector(string_to_array(name_words, ' '))`
/** Says what a product is: 'Control inalámbrico …', not 'Consola … con control'. */
const firstWord = sql`array_to_tsvector(string_to_array(split_part(name_words, ' ', 1), ' '))`
const matches = (words: RawBuilder<unknown>, query: string) => sql<SqlBool>`${words} @@ ${query}::tsquery`

/** In the name as typed. */
export function contains(text: string): Expression<SqlBool> {
  return sql<SqlBool>`search like ${containsPattern(text)}`
}

/**
 * How a search is to be read, the narrowest way that finds something to buy: the text as a part of a name; all its words in any order, in name,
 * category or spec sheet, with their synonyms; the same with slips mended; at least half of the words. Null: nothing is found. `among`: what
 * may be found.
 */
export async function understand(
  db: Database,
  text: string,
  among: Expression<SqlBool> = shown,
): Promise<Found | null> {
  const asTyped = { where: contains(text), rank: sql`(search like ${beginsPattern(text)}) desc` }
  const finds = async ({ where }: Found) => {
    const query = db.selectFrom('rm.catalogue').select('product_id').where(among).where(where).limit(1)
    return (await query.executeTakeFirst()) !== undefined
  }
  if (await finds(asTyped)) return asTyped
  const words = searchedWords(text).slice(0, maxWords)
  if (words.length === 0) return null
  const synonymsOf = readSynonyms(await listSynonyms(db))
  const all = havingAll(words, synonymsOf)
  if (await finds(all)) return all
  const mended = await Promise.all(words.map((word) => mend(db, word, synonymsOf)))
  if (mended.some((word, index) => word !== words[index])) {
    const corrected = havingAll(mended, synonymsOf)
    if (await finds(corrected)) return corrected
  }
  const half = havingHalf(mended.slice(0, maxHalved), synonymsOf)
  return (await finds(half)) ? half : null
}

/** A word anywhere, or in name or category what else people call it, as a tsquery. */
function meaningOf(word: string, synonymsOf: Synonyms): string {
  return `(${[asQuery(word), ...synonymsOf(word).map((words) => allOf(words.map(inTitle)))].join(' | ')})`
}

/** The same for the words of a name alone. */
function nameOf(word: string, synonymsOf: Synonyms): string {
  return `(${[asQuery(word), ...synonymsOf(word).map(allOf)].join(' | ')})`
}

function allOf(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(' & ')})`
}

function havingAll(words: readonly string[], synonymsOf: Synonyms): Found {
  const meaning = (word: string) => meaningOf(word, synonymsOf)
  const name = (word: string) => nameOf(word, synonymsOf)
  const literally = sql`4 * (${matches(nameWords, words.map(asQuery).join(' & '))})::int`
  const byName = sql`2 * (${matches(nameWords, words.map(name).join(' & '))})::int`
  const asKind = sql`(${matches(firstWord, words.map(name).join(' | '))})::int`
  return {
    where: withWords(matches(allWords, words.map(meaning).join(' & '))),
    rank: sql`${ofProduct(sql`${literally} + ${byName} + ${asKind}`)} desc`,
  }
}

function havingHalf(words: readonly string[], synonymsOf: Synonyms): Found {
  const meaning = (word: string) => meaningOf(word, synonymsOf)
  const name = (word: string) => nameOf(word, synonymsOf)
  const count = (vector: RawBuilder<unknown>, queryOf: (word: string) => string) =>
    sql<number>`${sql.join(
      words.map((word) => sql`(${matches(vector, queryOf(word))})::int`),
      sql` + `,
    )}`
  // Every half of them is spelled out: the index then finds what has enough, where it could not count.
  const enough = choicesOf(words.map(meaning), Math.ceil(words.length / 2)).map((choice) => `(${choice.join(' & ')})`)
  return {
    where: withWords(matches(allWords, enough.join(' | '))),
    rank: sql`${ofProduct(sql`${count(allWords, meaning)} + ${count(nameWords, name)}`)} desc`,
  }
}

/** Every choice of so many of the texts. */
function choicesOf(texts: readonly string[], size: number): string[][] {
  if (size === 0) return [[]]
  return texts.flatMap((text, index) => choicesOf(texts.slice(index + 1), size - 1).map((rest) => [text, ...rest]))
}

function withWords(condition: Expression<SqlBool>): Expression<SqlBool> {
  return sql<SqlBool>`product_id in (select product_id from rm.product_search where ${condition})`
}

function ofProduct(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${value} from rm.product_search s where s.product_id = catalogue.product_id)`
}

/** The commonest word of a name or category that is one slip away; the word itself if some product has it, or none is near. */
async function mend(db: Database, word: string, synonymsOf: Synonyms): Promise<string> {
  const slips = slipsOf(word)
  if (slips.length === 0) return word
  const known = await db
    .selectFrom('rm.product_search')
    .select('product_id')
    .where(matches(allWords, meaningOf(word, synonymsOf)))
    .limit(1)
    .executeTakeFirst()
  if (known) return word
  const near = await db
    .selectFrom('rm.product_search')
    .select('words')
    .where(sql<SqlBool>`slips ?| ${slips}`)
    .limit(200)
    .execute()
  const counts = new Map<string, number>()
  for (const other of near.flatMap(({ words }) => words.split(' ')))
    if (isOneSlip(word, other)) counts.set(other, (counts.get(other) ?? 0) + 1)
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [word, 0] as [string, number])[0]
}
