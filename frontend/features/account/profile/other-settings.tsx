import { useMutation } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { answered, type User, userApi } from '#frontend/api.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Card } from '#frontend/ui/card.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { saveFile } from '#frontend/ui/save-file.ts'

const EraseDialog = lazy(() => import('./erase-dialog.tsx'))

export function OtherSettings({ user }: { user: User }) {
  return (
    <Card id="other" title="Otros ajustes">
      <TakeData userId={user.id} />
      <EraseAccount user={user} />
    </Card>
  )
}

function TakeData({ userId }: { userId: number }) {
  const taking = useMutation({
    mutationFn: () => answered(userApi[':id'].data.$get({ param: { id: String(userId) } })),
    onSuccess: (data) =>
      saveFile('mis-datos-gamertech.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })),
  })
  return (
    <>
      <h3 className="mt-6 font-semibold">Tus datos</h3>
      <p className="mt-2 max-w-prose text-muted">
        Descargá un archivo con todo lo que guardamos de vos: tu nombre, tu correo, tus direcciones, tus compras, tus
        reseñas, tu carrito y tus sesiones abiertas.
      </p>
      <Button
        className="mt-4"
        look="outline"
        busy={taking.isPending}
        icon={<Download className="size-4.5" />}
        onClick={() => taking.mutate()}
      >
        Descargar mis datos
      </Button>
      <Refusal of={taking.error} className="mt-3" />
    </>
  )
}

function EraseAccount({ user }: { user: User }) {
  const [asking, setAsking] = useState(false)
  return (
    <div className="mt-6 border-t border-line pt-6">
      <h3 className="font-semibold">Eliminar la cuenta</h3>
      <p className="mt-2 max-w-prose text-muted">
        Borramos tu nombre, tu correo, tus direcciones y tu imagen, y cerramos todas tus sesiones. Tus compras y reseñas
        quedan sin decir de quién son. No se puede deshacer.
      </p>
      <Button className="mt-4" look="danger" icon={<Trash2 className="size-4.5" />} onClick={() => setAsking(true)}>
        Eliminar mi cuenta
      </Button>
      {asking && (
        <Suspense>
          <EraseDialog user={user} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}
