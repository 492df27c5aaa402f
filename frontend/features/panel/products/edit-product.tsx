import { useState } from 'react'
import type { PanelProduct } from '#frontend/api.ts'
import { hasCode } from '#frontend/api-error.ts'
import { PanelModal } from '#frontend/features/panel/form/panel-modal.tsx'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { type Conflict, conflictOf } from './conflict.tsx'
import { ProductCost } from './product-cost.tsx'
import { useProductDraft } from './product-draft.ts'
import { ProductForm } from './product-form.tsx'
import { useSaveProduct } from './products.queries.ts'

/**
 * 'Cancelar' and Escape close without a call; after Escape the input is kept for the next opening. Conflicts with
 * another admin are shown for a choice, and the next 'Confirmar' takes them into account.
 */
export function EditProduct({ product, onClose }: { product: PanelProduct; onClose: () => void }) {
  const saving = useSaveProduct()
  const draft = useProductDraft(product)
  const { seen = product, setSeen } = draft
  const [conflict, setConflict] = useState<Conflict>()
  const onError = (error: Error) => {
    const changed = hasCode(error, 'product_changed') ? error.problem.changed : undefined
    setConflict(changed && conflictOf(seen, draft.entry, changed))
    if (changed) setSeen({ ...seen, ...changed })
  }
  const onSuccess = () => {
    draft.forget()
    toastSuccess('Producto modificado!')
    onClose()
  }
  return (
    <PanelModal title={`Editar producto Nº ${product.id}`} onClose={onClose}>
      <ProductForm
        draft={draft}
        saving={saving}
        conflict={conflict}
        confirm="Confirmar"
        onCancel={onClose}
        onSave={(change) => saving.mutate({ seen, change }, { onSuccess, onError })}
      />
      <ProductCost productId={product.id} />
    </PanelModal>
  )
}
