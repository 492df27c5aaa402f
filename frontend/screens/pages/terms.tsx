import { Link } from '@tanstack/react-router'
import { TextPage, TextSection } from '#frontend/layout/text-page.tsx'

const sections = [
  <TextSection key="cuenta" title="Tu cuenta">
    <p>
      Podés mirar la tienda y armar un carrito sin cuenta; para comprar y opinar hace falta una. Usá un e-mail tuyo y
      cuidá tu contraseña: lo que se haga con tu cuenta corre por tu cuenta.
    </p>
    <p>
      Podemos suspender una cuenta que perjudique a otras personas o a la tienda. Si te pasa y creés que es un error,{' '}
      <Link to="/contact">escribinos</Link>.
    </p>
  </TextSection>,
  <TextSection key="precios" title="Precios y stock">
    <p>
      Los precios incluyen impuestos. El precio que vale es el del momento en que tocás «Pagar»: si cambió desde que lo
      viste, te mostramos la diferencia y la orden no sigue hasta que la aceptes.
    </p>
    <p>
      Las unidades disponibles son las que se pueden vender en ese momento. Poner un producto en el carrito no lo
      reserva; tocar «Pagar», sí.
    </p>
  </TextSection>,
  <TextSection key="ordenes" title="Órdenes y pagos">
    <ul>
      <li>
        Al tocar «Pagar» nace tu orden y apartamos sus productos por unos minutos; la cuenta regresiva está a la vista.
      </li>
      <li>La orden queda pagada cuando el proveedor nos confirma el pago. Hasta entonces dice que está pendiente.</li>
      <li>Si el tiempo se termina o el pago es rechazado, los productos vuelven a la venta y no te cobramos nada.</li>
      <li>Un pago duplicado, o uno que llega cuando ya no queda stock, se devuelve entero.</li>
      <li>
        Una orden sin pagar la podés cancelar en{' '}
        <Link to="/orders" preload={false}>
          Mis compras
        </Link>
        .
      </li>
    </ul>
  </TextSection>,
  <TextSection key="entrega" title="Preparación y entrega">
    <p>
      Procesamos los pedidos en 1 a 2 días hábiles. El envío es gratis a partir de cierto monto, y las condiciones
      varían según tu ubicación y el peso del paquete. Más detalles en{' '}
      <Link to="/preguntas-frecuentes">Preguntas frecuentes</Link>.
    </p>
  </TextSection>,
  <TextSection key="devoluciones" title="Cambios, devoluciones y garantía">
    <p>
      <strong>Arrepentimiento.</strong> Según el artículo 34 de la Ley 24.240 de Defensa del Consumidor, podés
      arrepentirte de una compra a distancia dentro de los 10 días corridos desde que la recibís, sin dar motivos ni
      pagar nada. Alcanza con usar el <Link to="/arrepentimiento">botón de arrepentimiento</Link>.
    </p>
    <p>
      <strong>Garantía.</strong> Los productos nuevos tienen la garantía legal de 6 meses, y la del fabricante si es
      mayor.
    </p>
  </TextSection>,
  <TextSection key="resenas" title="Reseñas">
    <p>
      Cada persona con cuenta puede dejar una reseña por producto y cambiarla después. Marcamos «Compra verificada» en
      las de quienes lo compraron acá. Podemos borrar las que insulten, mientan sobre otra persona o no hablen del
      producto; nunca porque el puntaje sea bajo.
    </p>
  </TextSection>,
  <TextSection key="datos" title="Tus datos">
    <p>
      Qué guardamos y cómo lo borrás está en nuestra <Link to="/privacy">Política de privacidad</Link>.
    </p>
  </TextSection>,
]

export default function TermsScreen() {
  return (
    <TextPage
      title="Términos y condiciones"
      lead="Las reglas de comprar en GamerTech, en palabras que se entienden."
      updated="22 de noviembre de 2026"
      sections={sections}
    />
  )
}
