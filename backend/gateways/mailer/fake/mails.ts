// The mails that were caught, newest first.
import type { Pool } from 'pg'

export interface CaughtMail {
  readonly id: string
  readonly message_id: string
  readonly sender: string
  readonly recipients: string[]
  readonly subject: string
  readonly text_body: string
  readonly html_body: string | null
  readonly received_at: Date
}

const columns = 'id, message_id, sender, recipients, subject, text_body, html_body, received_at'

/** The newest mails; `to` keeps those with a recipient that contains it, whatever its case. */
export async function newestMails(pool: Pool, to: string, limit: number): Promise<CaughtMail[]> {
  const found = await pool.query(
    `select ${columns} from fake_mailbox.mails
     where $1 = '' or exists (select from unnest(recipients) as one where strpos(lower(one), lower($1)) > 0)
     order by id desc limit $2`,
    [to, limit],
  )
  return found.rows
}

/** One mail; undefined when there is none with this id. */
export async function findMail(pool: Pool, id: string): Promise<CaughtMail | undefined> {
  if (!/^\d{1,18}$/.test(id)) return undefined
  return (await pool.query(`select ${columns} from fake_mailbox.mails where id = $1`, [id])).rows[0]
}
