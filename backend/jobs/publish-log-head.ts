// The head of the chain goes out of the database once a day, so that somebody who rewrites the log and its chain is found by what others noted.
import type { Mailer } from '#backend/gateways/mailer/mailer.ts'
import { logHeadMail } from '#backend/mails/log-head-mail.ts'
import type { Sender } from '#backend/mails/mail-frame.ts'
import { logInfo } from '#backend/telemetry/log.ts'

type Parts = {
  /** The end of the chain; undefined while nothing is linked. */
  readHead: () => Promise<{ position: number; hash: string } | undefined>
  /** Those who may sign in. */
  listAuditors: () => Promise<readonly { id: number; name: string; email: string }[]>
  mailer: Mailer
  sender: Sender
}

/** Into the process's log, and by mail to each auditor. Throws if a mail could not be sent: a repeat sends the same mails, by the same ids. */
export async function publishLogHead({ readHead, listAuditors, mailer, sender }: Parts): Promise<void> {
  const head = await readHead()
  if (!head) return
  logInfo('head of the log', head)
  for (const auditor of await listAuditors()) await mailer.send(logHeadMail(head, auditor, sender))
}
