// For tests: what the fake mailbox caught.
type CaughtMail = {
  message_id: string
  sender: string
  subject: string
  text_body: string
  html_body: string
  recipients: string[]
}

/** The mails to this address, newest first. */
export async function mailsTo(mailboxUrl: string, address: string): Promise<CaughtMail[]> {
  const answer = await fetch(`${mailboxUrl}/mails.json?to=${encodeURIComponent(address)}`)
  return (await answer.json()) as CaughtMail[]
}
