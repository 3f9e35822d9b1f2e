/**
 * A violation of a route's own declaration: it returned nothing, or something that its `responses` do not declare. The
 * client gets a bare 500. The message is logged; it names the route and the remedy, never a value.
 */
export class RouteFault extends Error {
  override readonly name = 'RouteFault'
}
