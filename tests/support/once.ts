/**
 * Makes what several tests only read: once in each worker, by the first test that needs it. Whatever it is made of has
 * to live as long as the worker.
 */
export function oncePerWorker<Parts, Made>(
  make: (parts: Parts) => Promise<Made>,
): (parts: Parts) => Promise<Made> {
  let made: Promise<Made> | undefined;
  return (parts) => (made ??= make(parts));
}
