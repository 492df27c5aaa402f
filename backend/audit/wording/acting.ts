import type { ActorView } from '#backend/domain/audit/audit.contract.ts'
import { auditActors } from '#backend/domain/audit/audit.limits.ts'
import type { AuditCommand } from '#backend/domain/audit/audit.ts'
import type { BatchCommand } from '#backend/domain/batch/batch.ts'
import type { CartCommand } from '#backend/domain/cart/cart.ts'
import type { delivery } from '#backend/domain/delivery/delivery.ts'
import type { OperationCommand } from '#backend/domain/operation/operation.ts'
import type { OrderCommand } from '#backend/domain/order/order.ts'
import type { MovementCommand } from '#backend/domain/payment/movement.ts'
import type { PaymentCommand } from '#backend/domain/payment/payment.ts'
import type { priceSettings } from '#backend/domain/price-settings/price-settings.ts'
import type { CostCommand } from '#backend/domain/product/cost/cost.ts'
import type { ProductCommand } from '#backend/domain/product/product.ts'
import type { SchemaCommand } from '#backend/domain/product/schema/schema.ts'
import type { SkuCommand } from '#backend/domain/product/sku/sku.ts'
import type { ReviewCommand } from '#backend/domain/review/review.ts'
import type { seller } from '#backend/domain/seller/seller.ts'
import { userIdOf } from '#backend/domain/shop-log.ts'
import type { StockCommand } from '#backend/domain/stock/stock.ts'
import type { transfer } from '#backend/domain/transfer/transfer.ts'
import { unknownPerson } from '#backend/domain/user/user.limits.ts'
import type { UserCommand } from '#backend/domain/user/user.ts'
import type { OperatorEvent } from '#backend/eventstore/definition/operator.events.ts'
import type { JobView } from '#backend/jobs/jobs-of-events.ts'

type Settings = typeof delivery | typeof priceSettings | typeof seller | typeof transfer
type Decided =
  | AuditCommand
  | BatchCommand
  | CartCommand
  | CostCommand
  | MovementCommand
  | OperationCommand
  | OperatorEvent
  | OrderCommand
  | Parameters<Settings['decide']>[1]
  | PaymentCommand
  | ProductCommand
  | ReviewCommand
  | SchemaCommand
  | SkuCommand
  | StockCommand
  | UserCommand
type Name = Decided['type'] | 'ModifyUser' | 'ModifyProduct' | 'NotePayment'

const commands: Readonly<Record<Name, string>> = {
  RegisterUser: 'Crear una cuenta',
  LinkGoogle: 'Vincular con Google',
  RenameUser: 'Cambiar el nombre',
  ChangeAvatar: 'Cambiar la imagen',
  GrantAdmin: 'Hacer administradora',
  RevokeAdmin: 'Quitar la administración',
  GrantStaffRole: 'Dar un rol',
  RevokeStaffRole: 'Quitar un rol',
  RejectRoleKey: 'Rechazar la clave superAdmin',
  LiftRoleBlock: 'Levantar el bloqueo de roles',
  BanUser: 'Suspender la cuenta',
  ReinstateUser: 'Levantar la suspensión',
  ModifyUser: 'Modificar la cuenta',
  RequestPasswordReset: 'Pedir una contraseña nueva',
  ChangePassword: 'Cambiar la contraseña',
  EraseUser: 'Eliminar los datos',
  RevealPersonalData: 'Descubrir datos personales',
  ExportPersonalData: 'Descargar datos personales',
  AddProduct: 'Agregar un producto',
  ModifyProduct: 'Modificar el producto',
  ChangeDetails: 'Cambiar los datos',
  ChangePictures: 'Cambiar las imágenes',
  ChangeSchema: 'Cambiar las propiedades de una categoría',
  TakeSku: 'Tomar un código',
  FreeSku: 'Dejar un código',
  ChangePrice: 'Cambiar el precio',
  ChangeCost: 'Cambiar el costo',
  ActivateProduct: 'Activar',
  DeactivateProduct: 'Desactivar',
  AdjustStock: 'Ajustar el stock',
  SetAvailable: 'Contar el stock',
  PostReview: 'Reseñar',
  AnswerReview: 'Responder la reseña',
  WithdrawAnswer: 'Retirar la respuesta',
  DeleteReview: 'Eliminar la reseña',
  AddItemToCart: 'Añadir al carrito',
  RemoveItemFromCart: 'Sacar del carrito',
  ChangeItemQuantity: 'Cambiar la cantidad',
  MergeCart: 'Traer el carrito del navegador',
  CorrectCart: 'Aceptar el carrito corregido',
  NotePlacedOrder: 'Anotar la orden',
  EnterMovement: 'Anotar un movimiento del banco',
  RecordMovement: 'Confirmar una transferencia',
  AddReceipt: 'Subir un comprobante',
  GiveRefundAccount: 'Dar el CBU para una devolución',
  NoteTransfer: 'Anotar la orden por transferencia',
  TakeOrdered: 'Vaciar lo pagado',
  PlaceOrder: "Pulsar 'Pagar'",
  PayOrder: 'Pagar la orden',
  RejectOrder: 'Rechazar la orden',
  ExpireOrder: 'Vencer la orden',
  CancelOrder: 'Cancelar la orden',
  RefundOrder: 'Devolver la orden',
  AddPreference: 'Abrir el pago',
  RecordPayment: 'Asentar el pago',
  RecordRefund: 'Asentar la devolución',
  NotePayment: 'Recibir el aviso del pago',
  DeadLetterSkipped: 'Dejar de lado un hecho',
  PrepareOrder: 'Preparar la orden',
  ShipOrder: 'Despachar la orden',
  DeliverOrder: 'Entregar la orden',
  ReadyOrder: 'Dejar la orden lista para retirar',
  HandOverOrder: 'Entregar la orden en el local',
  RequestPartialRefund: 'Devolver una parte',
  RecordRefundFailure: 'Asentar una devolución que falló',
  RetryRefund: 'Pedir otra vez la devolución',
  DismissRefund: 'Dar por resuelta una devolución',
  AcceptSetAside: 'Aceptar un pago apartado',
  RefundSetAside: 'Devolver un pago apartado',
  DismissSetAside: 'Dar por resuelto un pago apartado',
  RecordUnmatched: 'Asentar un pago sin orden',
  DeadLettersRetried: 'Armar filas de nuevo',
  RequestOperation: 'Pedir una operación',
  EndOperation: 'Terminar una operación',
  ChangeAddress: 'Cambiar la dirección',
  ChangeTransferSettings: 'Cambiar el pago por transferencia',
  ChangeDeliveryPrices: 'Cambiar los precios de envío',
  StartSelling: 'Anotar quién vende',
  ChangePriceSettings: 'Cambiar cómo se muestran los precios',
  ChangeSeller: 'Cambiar los datos de quien vende',
  ChangeBankAccount: 'Cambiar la cuenta bancaria',
  RequestWithdrawal: 'Arrepentirse de la compra',
  RequestBatch: 'Cambiar muchos productos',
  CancelBatch: 'Cancelar el cambio de muchos',
  EndBatch: 'Terminar el cambio',
  UndoBatch: 'Deshacer el cambio de muchos',
  EndUndo: 'Terminar de deshacer',
}

export function commandText(name: string): string {
  return Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : name
}

/** Accounts missing in `names` are unknown persons. */
export function actorView(actor: string, names: ReadonlyMap<number, string>): ActorView {
  const userId = userIdOf(actor)
  if (userId !== null) return { text: names.get(userId) ?? unknownPerson, userId }
  return { text: Object.hasOwn(auditActors, actor) ? auditActors[actor as keyof typeof auditActors] : actor, userId }
}

const jobStates: Readonly<Record<JobView['state'], string>> = {
  created: 'espera su turno',
  retry: 'se repite',
  active: 'en marcha',
  completed: 'hecha',
  cancelled: 'cancelada',
  failed: 'falló',
}

/** `Tarea: vencer una orden (hecha)`. */
export function jobText({ name, state }: JobView): string {
  return `${auditActors[`job:${name}`]} (${jobStates[state]})`
}
