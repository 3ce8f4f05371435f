"""`kibitz` without a command: serves the study app on this machine and opens it in the browser."""

import ipaddress
import socket
import threading
import webbrowser
from contextlib import closing
from typing import Final

import click

from kibitz.errors import SetupError

DEFAULT_HOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8064
_PORTS_TRIED: Final = 20


def start_app(host: str, port: int | None, browser: bool) -> None:
    """Serve the app until it is interrupted. Without a port it takes the first free one from the default port on.

    Raises SetupError if the port or the host is not available.
    """
    from kibitz.app.allocator import share_arenas
    from kibitz.app.server import run_server
    from kibitz.app.services import Services

    share_arenas()
    if not host.strip():
        raise SetupError(f"--host is empty; leave it out for {DEFAULT_HOST}, or write 0.0.0.0 to listen on all addresses")
    chosen = _checked_port(host, port) if port is not None else _free_port(host)
    address = f"http://{_in_address(host)}:{chosen}/"
    click.echo(f"Kibitz is at {address} (Ctrl-C ends it)")
    services = Services()
    if _is_loopback(host):
        click.echo(f"To add other engines in its settings, open {address}#/analyse?key={services.engines.key}")
    else:
        click.echo("Everybody who can reach this machine can use the app and see the games stored here.", err=True)
    if browser:
        threading.Thread(target=_open_when_ready, args=(host, chosen, address), daemon=True).start()
    run_server(services, host, chosen, frozenset({host, socket.gethostname()}) - {DEFAULT_HOST})


def _free_port(host: str) -> int:
    for port in range(DEFAULT_PORT, DEFAULT_PORT + _PORTS_TRIED):
        if _is_free(host, port):
            return port
    raise SetupError(
        f"the ports {DEFAULT_PORT} to {DEFAULT_PORT + _PORTS_TRIED - 1} of {host} are all in use; choose another with --port"
    )


def _checked_port(host: str, port: int) -> int:
    if not _is_free(host, port):
        raise SetupError(f"the port {port} of {host} is not available; it is in use, or {host} is not this machine")
    return port


def _is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with closing(socket.socket(family)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError):
            return False
        return True


def _open_when_ready(host: str, port: int, address: str) -> None:
    """Open the browser as soon as somebody answers."""
    for _ in range(100):
        try:
            with closing(socket.create_connection((host, port), timeout=0.5)):
                webbrowser.open(address)
                return
        except OSError:
            threading.Event().wait(0.1)


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
