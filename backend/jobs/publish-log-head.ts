// Publishes the chain's head outside the database once a day, so that auditors can detect a rewritten log.
import type { Mailer } from '#backend/gateways/mailer/mailer.ts'
import { logHeadMail } from '#backend/mails/log-head-mail.ts'
import type { Sender } from '#backend/mails/mail-frame.ts'
import { logInfo } from '#backend/telemetry/log.ts'

type Parts = {
  readHead: () => Promise<{ position: number; hash: string } | undefined>
  listAuditors: () => Promise<readonly { id: number; name: string; email: string }[]>
  mailer: Mailer
  sender: () => Promise<Sender>
}

/** Logs the head and mails it to each auditor. Throws if a mail fails; a repeat sends the same ids. */
export async function publishLogHead({ readHead, listAuditors, mailer, sender }: Parts): Promise<void> {
  const head = await readHead()
  if (!head) return
  logInfo('head of the log', head)
  const from = await sender()
  for (const auditor of await listAuditors()) await mailer.send(logHeadMail(head, auditor, from))
}
