/** Leads from an old address to the page that replaced it, with what the address asked for. */
const target = document.querySelector<HTMLAnchorElement>('main a')?.href;
if (target !== undefined) location.replace(target + location.search + location.hash);
