"""The options by which commands learn that a game is Go, and on which board."""

import click

game_option = click.option(
    "--game", type=click.Choice(["othello", "go"]), default="othello", show_default=True, help="What is played."
)
go_size_option = click.option("--size", type=int, help="Points along an edge of the Go board; 19 unless given.")
komi_option = click.option("--komi", type=float, help="What White gets at Go for moving second; 7.5 unless given.")
