// When somebody is erased or banned, clear up what they leave behind.
import type { Policy } from './policy.ts'

/** Destroys the person's remaining data, in case the erasing process did not finish. */
export const whenUserErasedForgetThem: Policy<'UserErased'> = {
  on: 'UserErased',
  ofDemoToo: true,
  jobs: ({ data }) => [{ name: 'forget-person', data: { userId: data.userId } }],
}

/** Releases what the account's unpaid transfers hold: they would hold it for days. */
export const whenUserBannedEndTransfers: Policy<'UserBanned'> = {
  on: 'UserBanned',
  jobs: ({ data: { userId } }) => [{ name: 'end-transfers', data: { userId } }],
}
