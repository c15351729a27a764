/**
 * The address at which a program on this machine reaches a listener, for example `http://127.0.0.1:8080`. A host
 * that means all addresses, such as `0.0.0.0`, becomes the loopback address of its family.
 */
export function addressToTry(host: string, port: number | string): string {
  return `http://${hostToTry(host)}:${port}`;
}

function hostToTry(host: string): string {
  if (/^0(\.0){0,3}$/.test(host)) return "127.0.0.1";
  if (!host.includes(":")) return host;
  return /^[0:]+$/.test(host) ? "[::1]" : `[${host}]`;
}
