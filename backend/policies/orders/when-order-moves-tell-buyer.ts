// When a paid order moves on, tell its buyer.
import { tellBuyer } from './tell-buyer.ts'

export const whenOrderMovesTellBuyer = [
  tellBuyer('OrderPrepared', 'prepared'),
  tellBuyer('OrderShipped', 'shipped'),
  tellBuyer('OrderDelivered', 'delivered'),
  tellBuyer('OrderReadyForPickup', 'ready-for-pickup'),
  tellBuyer('OrderPickedUp', 'picked-up'),
]
