// For tests: what a piece of work asks PostgreSQL, and by which plans PostgreSQL would answer.
import pg from 'pg'
import { expect, vi } from 'vitest'
import { manyRows } from './many-rows.ts'

export type Sent = { text: string; values: unknown[]; isNamed: boolean }
export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Plan Rows': number
  'Total Cost': number
  Plans?: Plan[]
}

/** A sort of more rows than this is one of the table. */
const longestSort = manyRows / 5

/** What the work sends to the database, in order. */
export async function sentBy(work: () => Promise<unknown>): Promise<Sent[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls.map(([query, values]: unknown[]) => {
      const config = (typeof query === 'string' ? { text: query, values } : query) as Partial<pg.QueryConfig>
      const list = Array.isArray(config.values) ? config.values : Array.isArray(values) ? values : []
      return { text: config.text ?? '', values: list, isNamed: config.name !== undefined }
    })
  } finally {
    spy.mockRestore()
  }
}

/** Every node of the plans: as planned for these values and, where the statement is prepared, for any. */
export async function nodesOf(owner: pg.Pool, { text, values, isNamed }: Sent): Promise<Plan[]> {
  const planned = async (options: string, given: unknown[]) => {
    const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json${options}) ${text}`,
      given,
    )
    return nodes((rows[0] as (typeof rows)[number])['QUERY PLAN'][0].Plan)
  }
  const plans = await planned('', values)
  return isNamed ? [...plans, ...(await planned(', generic_plan', []))] : plans
}

/** Without a scan below a limit that is reached at once: for a few rows of any kind the planner begins anywhere. */
function nodes(plan: Plan): Plan[] {
  const below = (plan.Plans ?? []).flatMap(nodes)
  const isReachedAtOnce = plan['Node Type'] === 'Limit' && plan['Total Cost'] < 1
  return [plan, ...(isReachedAtOnce ? below.filter((node) => node['Node Type'] !== 'Seq Scan') : below)]
}

export function isWhole(node: Plan): boolean {
  return node['Node Type'] === 'Seq Scan' || (node['Node Type'].endsWith('Sort') && node['Plan Rows'] > longestSort)
}

/** The plans of all that the work asks the database, which is something. */
export async function plansOf(owner: pg.Pool, work: () => Promise<unknown>): Promise<Plan[]> {
  const sent = (await sentBy(work)).filter(isQuestion)
  expect(sent).not.toEqual([])
  return (await Promise.all(sent.map((one) => nodesOf(owner, one)))).flat()
}

/** Whether it has a plan that finds rows. */
export function isQuestion({ text }: Sent): boolean {
  return /^\s*(with|select|delete)/i.test(text)
}
