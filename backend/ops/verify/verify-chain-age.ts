// Compares the age of the chain with the log. Pages are linked within minutes, so late or missing links mean that the
// chain was remade, or that no worker ran for days.
import type pg from 'pg'
import type { Tally } from './finding.ts'

type Age = { linked: number; head: number; remade: number | null; at: Date | null; due: number | null }

/**
 * Uses the times of accepted commands, which are not in the log. A page is due once commands were accepted a day after
 * it was full, and another day has passed: workers may stop for a day, and shops for months. `client` shares the walk's
 * snapshot.
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
