// The headers of a list that is answered in parts: how many rows it has, and where the next ones are.
import type { ListPart } from '#backend/readmodels/list-part.ts'
import { questionOf } from './response-cache.ts'

/** The list at `path`, asked with `query`, of which this is the part on `page`. */
export function listHeaders(
  { total, size }: ListPart<unknown>,
  path: string,
  { page, ...query }: Readonly<{ page: number } & Record<string, string | number>>,
): Record<string, string> {
  const next = `<${questionOf(path, { ...query, page: page + 1 })}>; rel="next"`
  return { 'X-Total-Count': String(total), ...(page * size < total && { Link: next }) }
}
