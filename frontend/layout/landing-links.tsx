import { Link } from '@tanstack/react-router'

type Props = { look: string; onCategories?: () => void; onOther?: () => void }

export function LandingLinks({ look, onCategories, onOther }: Props) {
  return (
    <>
      <Link to="/" hash="categorias" onClick={onCategories} className={look}>
        Categorias
      </Link>
      <Link to="/home" onClick={onOther} className={look}>
        Productos
      </Link>
      <Link to="/login" onClick={onOther} className={look}>
        Ingresar
      </Link>
    </>
  )
}
