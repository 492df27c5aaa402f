import type { Policy } from './policy.ts'

export const whenBankAccountChangesTellAdmins: Policy<'BankAccountChanged'> = {
  on: 'BankAccountChanged',
  jobs: ({ data: { revision }, meta: { actor }, position }) => [
    { name: 'send-bank-account-mails', data: { revision, actor, position } },
  ],
}
