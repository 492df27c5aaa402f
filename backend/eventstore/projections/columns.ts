// Declares a read model's columns once: SQL type, type in a fold, type in a query.

declare const folded: unique symbol
declare const read: unique symbol

/** The SQL type with its constraint. Folded is the JSON value in a fold; Read is the value in query results. */
export type Column<Folded = unknown, Read = Folded> = string & { readonly [folded]: Folded; readonly [read]: Read }
export type Columns = Readonly<Record<string, Column>>

export type RowOf<C extends Columns> = {
  -readonly [K in keyof C]: C[K] extends Column<infer Folded, unknown> ? Folded : never
}
export type ReadRowOf<C extends Columns> = {
  -readonly [K in keyof C]: C[K] extends Column<unknown, infer Read> ? Read : never
}

export const bigint = () => column<number>('bigint')
export const int = () => column<number>('int')
export const text = <Text extends string = string>() => column<Text>('text')
export const boolean = () => column<boolean>('boolean')
/** ISO 8601 in a fold, a Date in a query. */
export const timestamptz = () => column<string, Date>('timestamptz')
export const jsonb = <Json>() => column<Json>('jsonb')

export function nullable<Folded, Read>(of: Column<Folded, Read>): Column<Folded | null, Read | null> {
  return of.replace(notNull, '') as Column<Folded | null, Read | null>
}

export function sqlTypeOf(column: string): string {
  return column.replace(constraints, '')
}

const notNull = ' not null'
const constraints = / (not null|null|default|check|collate|references|unique)\b.*$/

function column<Folded, Read = Folded>(sqlType: string): Column<Folded, Read> {
  return `${sqlType}${notNull}` as Column<Folded, Read>
}
