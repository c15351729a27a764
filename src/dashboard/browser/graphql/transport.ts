/** The way to the server; a command that renders a report answers itself. */
export const transport = {
  fetch: (path: string, init?: RequestInit): Promise<Response> => fetch(path, init),
};
