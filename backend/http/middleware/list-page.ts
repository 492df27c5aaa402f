import type { ListPart } from '#backend/readmodels/list-part.ts'
import { questionOf } from './response-cache.ts'

export function listHeaders(
  { total, size }: ListPart<unknown>,
  path: string,
  { page, ...query }: Readonly<{ page: number } & Record<string, string | number>>,
): Record<string, string> {
  const next = `<${questionOf(path, { ...query, page: page + 1 })}>; rel="next"`
  return { 'X-Total-Count': String(total), ...(page * size < total && { Link: next }) }
}
