import { SluiceError } from '../errors.ts'

/** Which reservations have been settled. Each is settled once, and one that was refused never. */
export class Settlements {
  readonly #settled = new WeakSet<object>()

  /** @throws SluiceError `ERR_RESERVATION_REFUSED`, `ERR_RESERVATION_SETTLED` */
  settle(reservation: { readonly allowed: boolean }): void {
    const fault = { field: 'reservation', value: reservation }
    if (!reservation.allowed) {
      const message = 'A refused reservation holds nothing to settle.'
      throw new SluiceError('ERR_RESERVATION_REFUSED', message, fault)
    }
    if (this.#settled.has(reservation)) {
      const message = 'This reservation has been settled; settle each one once.'
      throw new SluiceError('ERR_RESERVATION_SETTLED', message, fault)
    }
    this.#settled.add(reservation)
  }
}
