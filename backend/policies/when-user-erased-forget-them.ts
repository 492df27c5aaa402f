// When an account was erased, destroy the person's remaining data, in case the erasing process did not finish.
import type { Policy } from './policy.ts'

export const whenUserErasedForgetThem: Policy<'UserErased'> = {
  on: 'UserErased',
  ofDemoToo: true,
  jobs: ({ data }) => [{ name: 'forget-person', data: { userId: data.userId } }],
}
