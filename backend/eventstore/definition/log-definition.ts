// Declares an application's log: stream categories, id counters, unique values, guarded quantities.
import type { AnyEvent, EventDefinition, EventDefinitions, EventOf } from './event-definition.ts'
import type { operatorEvents } from './operator.events.ts'

export type Category = {
  /** Part of the id of every stream: 1 to 32767, never changed, never reused. */
  readonly code: number
  readonly events: EventDefinitions
  /** This event allows EventStore.forget to release a stream's claims; stored at its first registration. */
  readonly freesClaims?: string
}
export type Categories = Readonly<Record<string, Category>>

/**
 * Changes two numbers that the database guards per key: total units and taken units. The database refuses an append
 * that takes more than the total or leaves fewer than none taken.
 */
export type GuardedChange = { key: number; total: number; taken: number }

export type Guards<C extends Categories> = {
  readonly [K in keyof C]?: { of(event: EventOf<C[K]['events']>): GuardedChange | null }['of']
}

export type LogDefinition<
  C extends Categories = Categories,
  Counter extends string = string,
  Scope extends string = string,
  ActorName extends string = string,
> = {
  readonly categories: C
  /** The application's migrations make a sequence es.<counter>_id for each. */
  readonly counters: readonly Counter[]
  /** The numbers are stored in claims: never changed, never reused. */
  readonly claimScopes: Readonly<Record<Scope, number>>
  readonly actors: readonly ActorName[]
  readonly guards: Guards<C>
}

/** The store records operators' acts on projections in a category of this name. */
type WithOperation = { readonly operation: { readonly code: number; readonly events: typeof operatorEvents } }

export function defineLog<
  const C extends Categories & WithOperation,
  const Counter extends string,
  const Scope extends string,
  const ActorName extends string,
>(log: LogDefinition<C, Counter, Scope, ActorName>): LogDefinition<C, Counter, Scope, ActorName> {
  const { categories, counters, claimScopes } = log
  for (const name of [...Object.keys(categories), ...counters])
    if (!/^[a-z][a-z_]*$/.test(name)) throw new Error(`a category or counter is named in a-z and _: ${name}`)
  for (const [name, { events, freesClaims }] of Object.entries<Category>(categories))
    if (freesClaims !== undefined && !Object.hasOwn(events, freesClaims))
      throw new Error(`${freesClaims} is no event of the category ${name}`)
  const codes = Object.values(categories).map(({ code }) => code)
  const scopes = Object.values<number>(claimScopes)
  for (const number of [...codes, ...scopes])
    if (!Number.isInteger(number) || number < 1 || number > 32_767) throw new Error(`not a smallint from 1: ${number}`)
  refuseRepeats('code of categories', codes)
  refuseRepeats('number of claim scopes', scopes)
  refuseRepeats(
    'event',
    eventDefinitionsOf(log).map(({ name }) => name),
  )
  return log
}

function refuseRepeats(what: string, items: readonly (string | number)[]): void {
  const repeated = items.find((item, index) => items.indexOf(item) !== index)
  if (repeated !== undefined) throw new Error(`the ${what} ${repeated} stands for two things`)
}

export function eventDefinitionsOf({ categories }: Pick<LogDefinition, 'categories'>): EventDefinition[] {
  return Object.values(categories).flatMap(({ events }) => Object.values(events))
}

export function guardedChangeOf(log: LogDefinition, event: AnyEvent): GuardedChange | null {
  for (const [category, guard] of Object.entries(log.guards))
    if (guard && event.type in (log.categories[category]?.events ?? {})) return guard(event)
  return null
}

export type CategoryOf<L extends LogDefinition> = keyof L['categories'] & string
export type CounterOf<L extends LogDefinition> = L['counters'][number]
export type ClaimScopeOf<L extends LogDefinition> = keyof L['claimScopes'] & string
export type EventIn<L extends LogDefinition, C extends CategoryOf<L> = CategoryOf<L>> = {
  [K in C]: EventOf<L['categories'][K]['events']>
}[C]
export type ActorOf<L extends LogDefinition> = NamedActor<L['actors'][number]>
type NamedActor<Name extends string> = Name extends `${string}:` ? `${Name}${string | number}` : Name
