// Whether the chain is as old as the log: a page is linked within minutes, so links that are missing or younger than what followed their page
// by a day were made anew, or nobody linked for days.
import type pg from 'pg'
import type { Tally } from './finding.ts'

type Age = { linked: number; head: number; remade: number | null; at: Date | null; due: number | null }

/**
 * By the times at which commands were accepted, which no event tells of. A page is due once commands were accepted a day after it was full, and
 * another day has passed: a worker may stand still for a day, and a shop for months. client: at the moment that the events are read.
 */
export async function verifyChainAge(client: pg.ClientBase, tally: Tally): Promise<void> {
  const { rows } = await client.query<Age>(`
    with days as (select min(pos) as first, min(at) as began from es.commands group by date_trunc('day', at)),
      due as (select d.first, min(later.began) + interval '1 day' as at from days d
        join days later on later.began >= d.began + interval '1 day' group by d.first),
      remade as (select max(c.upto) as upto, min(c.at) as at from es.chain c where exists (select from due where c.upto <= due.first and c.at > due.at))
    select coalesce((select max(upto) from es.chain), 0) as linked, coalesce((select upto from es.chain_head), 0) as head,
      remade.upto as remade, remade.at, (select max(first) / 100 * 100 from due where at < clock_timestamp()) as due from remade`)
  const [{ linked, head, remade, at, due } = { linked: 0, head: 0, remade: null, at: null, due: null }] = rows
  if (head < linked)
    tally.add(head, `cadena: hay eslabones hasta la posición ${linked}, y dice que termina en la ${head}`)
  if (remade !== null)
    tally.add(
      remade,
      `cadena: los eslabones hasta la posición ${remade} se hicieron el ${at?.toISOString()}, más de un día después que lo que les sigue: los de antes faltan, o nadie encadenaba`,
    )
  if (due !== null && due > Math.max(linked, head))
    tally.add(
      due,
      `cadena: termina en la posición ${linked}, y la ${due} se completó más de un día antes que lo que le sigue: faltan eslabones, o nadie encadena`,
    )
}
