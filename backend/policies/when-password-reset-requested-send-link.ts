// When somebody requests a new password, send the link.
import type { Policy } from './policy.ts'

export const whenPasswordResetRequestedSendLink: Policy<'PasswordResetRequested'> = {
  on: 'PasswordResetRequested',
  jobs: ({ data: { userId }, position }) => [
    { name: 'send-account-mail', data: { mail: 'password-reset', userId, position } },
  ],
}
