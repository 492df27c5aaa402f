// The modal in which a product is edited.
import type { PanelProduct } from '#frontend/api.ts'
import { PanelModal } from '#frontend/features/panel/panel-modal.tsx'
import { toastSuccess } from '#frontend/ui/toast.ts'
import { entryOf } from './product-entry.ts'
import { ProductForm } from './product-form.tsx'
import { useSaveProduct } from './products.queries.ts'

/** 'Cancelar' and Escape close it without a call. */
export function EditProduct({ product, onClose }: { product: PanelProduct; onClose: () => void }) {
  const saving = useSaveProduct()
  const onSuccess = () => {
    toastSuccess('Producto modificado!')
    onClose()
  }
  return (
    <PanelModal title={`Editar producto Nº ${product.id}`} onClose={onClose}>
      <ProductForm
        initial={entryOf(product)}
        saving={saving}
        confirm="Confirmar"
        onCancel={onClose}
        onSave={(change) => saving.mutate({ seen: product, change }, { onSuccess })}
      />
    </PanelModal>
  )
}
