// Reads of the panel, each named by its part and the question.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryKeys } from '#frontend/query-keys.ts'

export function panelQuery<Answer>(part: string, asked: object, queryFn: () => Promise<Answer>) {
  return queryOptions({ queryKey: queryKeys.panel.list(part, asked), queryFn })
}

/** Keeps the page before in view until the next one is there. */
export function panelPageQuery<Answer>(part: string, asked: object, queryFn: () => Promise<Answer>) {
  return queryOptions({
    queryKey: queryKeys.panel.list(part, asked),
    queryFn,
    placeholderData: keepPreviousData,
  })
}
