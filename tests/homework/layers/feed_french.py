import torch.nn as nn
import torch.nn.functional as F


class Reseau(nn.Module):
    """Le réseau dense d'un transformeur."""

    def __init__(self, largeur):
        super().__init__()
        cachee = 4 * largeur
        self.montee = nn.Linear(largeur, cachee)
        self.descente = nn.Linear(cachee, largeur)

    def forward(self, entree):
        cache = self.montee(entree)
        actif = F.gelu(cache)
        sortie = self.descente(actif)
        return sortie
