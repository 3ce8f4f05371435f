"""Routes: drills and repertoire."""

from fastapi import APIRouter

router = APIRouter(prefix="/api")
