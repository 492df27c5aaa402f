import type { Pool } from 'pg'
import PostalMime from 'postal-mime'

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

interface Message extends Pick<CaughtMail, 'id' | 'sender' | 'recipients' | 'received_at'> {
  readonly raw: Buffer
}

async function takeApart({ raw, ...message }: Message): Promise<CaughtMail> {
  const { messageId = '', subject = '', text = '', html = null } = await PostalMime.parse(raw)
  return { ...message, message_id: messageId, subject, text_body: text, html_body: html }
}

const columns = 'id, sender, recipients, raw, received_at'

export async function newestMails(pool: Pool, to: string, limit: number): Promise<CaughtMail[]> {
  const found = await pool.query<Message>(
    `select ${columns} from fake_mailbox.messages
     where $1 = '' or exists (select from unnest(recipients) as one where strpos(lower(one), lower($1)) > 0)
     order by id desc limit $2`,
    [to, limit],
  )
  return Promise.all(found.rows.map(takeApart))
}

export async function findMail(pool: Pool, id: string): Promise<CaughtMail | undefined> {
  if (!/^\d{1,18}$/.test(id)) return undefined
  const found = await pool.query<Message>(`select ${columns} from fake_mailbox.messages where id = $1`, [id])
  return found.rows[0] && takeApart(found.rows[0])
}
