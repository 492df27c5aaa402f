// When a buyer takes a purchase back, send them the code of the request.
import { tellBuyer } from './tell-buyer.ts'

export const whenWithdrawalRequestedSendCode = tellBuyer('WithdrawalRequested', 'withdrawal')
