// When a buyer takes a purchase back, send them the code of the request.
import { isOfDemo, type Policy } from '#backend/policies/policy.ts'

export const whenWithdrawalRequestedSendCode: Policy<'WithdrawalRequested'> = {
  on: 'WithdrawalRequested',
  jobs: ({ data: { orderId }, meta, position }) =>
    isOfDemo(meta) ? [] : [{ name: 'send-order-mail', data: { mail: 'withdrawal', orderId, position } }],
}
