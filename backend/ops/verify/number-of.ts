// A number in an event's data, for the queries of verify.

/** SQL of a whole number under `field` of the event `e`, null for what is none: that is told by the walk through the events. */
export function numberOf(field: string, type: 'int' | 'bigint'): string {
  const text = `e.data->>'${field}'`
  const number =
    type === 'int'
      ? `case when (${text})::bigint between -2147483648 and 2147483647 then (${text})::int end`
      : `(${text})::bigint`
  return `case when ${text} ~ '^-?[0-9]{1,18}$' then ${number} end`
}
