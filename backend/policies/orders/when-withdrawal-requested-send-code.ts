// When a buyer withdraws from a purchase, send them the request's code.
import { tellBuyer } from './tell-buyer.ts'

export const whenWithdrawalRequestedSendCode = tellBuyer('WithdrawalRequested', 'withdrawal')
