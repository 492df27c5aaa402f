import { changesBetween } from '#backend/audit/changes-between.ts'
import { fieldChanges } from '#backend/audit/field-changes.ts'
import {
  accountText,
  countText,
  deliveryText,
  moneyText,
  namesText,
  priceSettingsText,
  sellerText,
  unitsText,
} from '#backend/audit/wording/values.ts'
import type { FieldChange, UndoView } from '#backend/domain/audit/audit.contract.ts'
import { asksOf, type Undo } from '#backend/domain/undo.ts'

export function undoView(undo: Undo, version: number): UndoView {
  return {
    does: does(undo),
    changes: changesOf(undo),
    asks: asksOf(undo),
    seen: undo.kind === 'stock' ? null : version,
  }
}

function changesOf(undo: Undo): FieldChange[] {
  if (undo.kind === 'product') return fieldChanges(`product-${undo.productId}`, changesBetween(undo.before, undo.after))
  if (undo.kind === 'role') return fieldChanges(`user-${undo.userId}`, changesBetween(undo.before, undo.after))
  return []
}

function does(undo: Undo): string {
  switch (undo.kind) {
    case 'product':
      return `El producto Nº ${undo.productId} vuelve a quedar como antes de este hecho:`
    case 'withdraw':
      return `El producto Nº ${undo.productId} deja de ofrecerse y salen las unidades que le quedan. Los productos no se borran: su historia sigue.`
    case 'cost':
      return `El costo del producto Nº ${undo.productId} vuelve a ser ${undo.costCents === null ? 'desconocido' : moneyText(undo.costCents)}.`
    case 'stock':
      return stockText(undo)
    case 'activity':
      return undo.isActive
        ? `Termina la suspensión de la cuenta Nº ${undo.userId}: puede volver a ingresar, y se le avisa por correo.`
        : `La cuenta Nº ${undo.userId} queda suspendida otra vez, por el mismo motivo. Sus sesiones terminan, y se le avisa por correo.`
    case 'role':
      return `La cuenta Nº ${undo.userId} vuelve a tener el rol de antes:`
    case 'delivery':
      return `Vuelven los precios de envío de antes: ${deliveryText(undo.prices)}.`
    case 'seller':
      return `Vuelven los datos de quien vende de antes: ${sellerText(undo.details)}.`
    case 'account':
      return `Vuelve la cuenta bancaria de antes: ${accountText(undo.account)}. Se avisa por correo a toda la administración.`
    case 'prices':
      return `Los precios vuelven a mostrarse como antes: ${priceSettingsText(undo.settings)}.`
    case 'answer':
      return undo.text === null
        ? 'La respuesta de la tienda sale de la página del producto.'
        : `La tienda vuelve a responder como antes: «${undo.text}»`
    case 'schema':
      return `Vuelven las propiedades de antes de la categoría «${undo.category}»: ${namesText(undo.attributes.map(({ label }) => label))}.`
    case 'synonyms':
      return `Vuelve la lista de sinónimos de antes, de ${countText(undo.lines.length, 'línea')}.`
    case 'batch':
      return undo.step === 'cancel'
        ? `El cambio programado de ${countText(undo.products, 'producto')} no se hace.`
        : `${countText(undo.products, 'producto')} ${undo.products === 1 ? 'vuelve' : 'vuelven'} a quedar como antes del cambio. Lo que alguien cambió después queda como está, y se lista.`
    default:
      return undo satisfies never
  }
}

function stockText({ productId, delta }: Extract<Undo, { kind: 'stock' }>): string {
  return delta < 0
    ? `Salen ${unitsText(-delta)} del producto Nº ${productId}, tantas como entraron con este hecho.`
    : `Entran ${unitsText(delta)} del producto Nº ${productId}, tantas como salieron con este hecho.`
}
