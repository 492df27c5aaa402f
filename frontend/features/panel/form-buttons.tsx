// Buttons of a panel form: confirm or cancel; readers get one button.
import { Button } from '#frontend/ui/button.tsx'

type Props = { mayChange: boolean; busy: boolean; onClose: () => void }

export function FormButtons({ mayChange, busy, onClose }: Props) {
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Button look="outline" onClick={onClose}>
        {mayChange ? 'Cancelar' : 'Cerrar'}
      </Button>
      {mayChange && (
        <Button type="submit" busy={busy}>
          Confirmar
        </Button>
      )}
    </div>
  )
}
